import "uplot/dist/uPlot.min.css";
import "../shared/page.css";
import "../shared/seriesChart.css";
import "./explorer.css";
import { host, openChannel } from "../shared/channel";
import { button, textField } from "../shared/controls";
import { element, replaceChildren } from "../shared/dom";
import { blocksView, blockView } from "./blockViews";
import { foundView } from "./historySection";
import type { ExplorerAnswer, ExplorerProtocol, ExplorerQuestion, ExplorerStart, ExplorerState } from "./messages";
import { overviewView, silentOverview } from "./overviewView";
import type { PageContext } from "./pageContext";
import { addressView, transactionView } from "./transactionViews";

const startElement = document.getElementById("start");
const start = JSON.parse(startElement?.textContent ?? "{}") as ExplorerStart;
const { texts } = start;
const pageSize = 25;

const saved = host.getState() as ExplorerState | undefined;
const history: ExplorerQuestion[] = saved?.history.length ? saved.history : [start.first];
let asked = 0;
/** The last question has neither an answer nor a failure. */
let waiting = false;
/** What the page that is shown has asked for besides. */
let unfolding: number[] = [];
let shownAnswer: ExplorerAnswer | undefined;
/** Nothing of an answer is on the page. */
let blank = true;
const channel = openChannel<ExplorerProtocol>({
  show: open,
  connection: ({ problem }) => {
    if (problem !== "") showFailure(problem, "");
    else if (!shownAnswer) ask();
  },
  refresh: () => {
    if (current().kind !== "overview") return;
    if (!waiting) ask(true);
    else if (shownAnswer?.kind === "overview") show(silentOverview(shownAnswer, texts));
  },
  indexed: () => {
    if (current().kind === "address" || current().kind === "find") ask(true);
  },
  height: () => {
    const newest = shownAnswer?.kind === "blocks" && !("before" in current());
    if (shownAnswer?.kind === "overview" || newest || shownAnswer === undefined) ask(shownAnswer !== undefined);
  },
});

const content = element("main", { id: "content", tabindex: -1, "aria-live": "polite" });
const search = textField(texts.search, { type: "search", placeholder: texts.searchHint });
const back = button("←", goBack, { class: "quiet", title: texts.back, "aria-label": texts.back });
const tab = (question: ExplorerQuestion, label: string): HTMLElement =>
  button(label, () => open(question), { class: "tab quiet", "data-kind": question.kind });
const tabs = [tab({ kind: "overview" }, texts.overview), tab({ kind: "blocks", count: pageSize }, texts.blocks)];
const form = element(
  "form",
  {
    role: "search",
    onsubmit: (event) => {
      event.preventDefault();
      const text = search.value.trim();
      if (text !== "") open({ kind: "find", text });
    },
  },
  search,
);
document.body.append(
  element(
    "header",
    {},
    back,
    element("h1", {}, start.title),
    element("nav", {}, tabs),
    form,
    button(texts.copyLink, () => channel.say("link", current()), { class: "quiet" }),
  ),
  content,
);

const context: PageContext = {
  texts,
  open,
  copy: (text) => channel.say("copy", text),
  debug: (hash) => channel.say("debug", hash),
  openDocument: (what, id) => channel.say("openDocument", { what, id }),
  part: (question, answer, failure, left) => {
    unfolding.push(channel.ask("part", question, answer, failure, left));
  },
  history: (question, answer, failure) => {
    unfolding.push(channel.ask("history", question, answer, failure));
  },
  query: (list) => channel.say("query", list),
  makeIndex: () => channel.say("index", null),
};

function current(): ExplorerQuestion {
  return history.at(-1) ?? start.first;
}

function open(question: ExplorerQuestion): void {
  history.push(question);
  if (history.length > 50) history.shift();
  ask();
}

function goBack(): void {
  if (history.length > 1) history.pop();
  ask();
}

/** Asks for what stands on top of the history. A refresh keeps what is shown until the new answer is there. */
function ask(refresh = false): void {
  const { groupId, title } = start;
  host.setState({ groupId, title, history } satisfies ExplorerState);
  back.disabled = history.length < 2;
  for (const each of tabs) each.setAttribute("aria-current", String(each.dataset["kind"] === current().kind));
  if (!refresh) {
    replaceChildren(content, element("p", { class: "muted" }, texts.loading));
    blank = true;
  }
  if (asked > 0) channel.cancel(asked);
  // what was being worked out for another page is wanted no longer
  if (!refresh) {
    for (const id of unfolding) channel.cancel(id);
    unfolding = [];
  }
  waiting = true;
  asked = channel.ask(
    "page",
    current(),
    (answer) => {
      waiting = false;
      show(answer);
    },
    ({ message, advice }) => {
      waiting = false;
      showFailure(message, advice);
    },
    () => {
      waiting = false;
      if (blank) replaceChildren(content, retry());
    },
  );
}

/** What is shown already stays as it is: nothing jumps, and nothing is read aloud twice. */
function show(answer: ExplorerAnswer): void {
  const same = shownAnswer !== undefined && JSON.stringify(shownAnswer) === JSON.stringify(answer);
  shownAnswer = answer;
  if (same && !blank) return;
  blank = false;
  const views: { [Kind in ExplorerAnswer["kind"]]: (page: never) => (HTMLElement | string)[] } = {
    overview: (page) => overviewView(context, page),
    blocks: (page) => blocksView(context, page, pageSize),
    block: (page) => blockView(context, page),
    transaction: (page) => transactionView(context, page),
    address: (page) => addressView(context, page),
    found: (page) => foundView(context, page),
  };
  replaceChildren(content, views[answer.kind](answer as never));
}

const retry = (): HTMLElement => button(texts.retry, () => ask());

function showFailure(message: string, advice: string): void {
  shownAnswer = undefined;
  blank = true;
  replaceChildren(
    content,
    element("div", { class: "failure", role: "alert" }, element("strong", {}, message), element("p", {}, advice)),
    retry(),
  );
}

ask();
