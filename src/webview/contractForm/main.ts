import { timeOfDayText } from "../../text/formats";
import { joinSentences } from "../../text/joining";
import { shortened } from "../../text/shortText";
import "../shared/page.css";
import "./contractForm.css";
import "@vscode-elements/elements/dist/vscode-badge/index.js";
import { type Failure, host, openChannel } from "../shared/channel";
import { button } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import { pageLanguage } from "../shared/pageLanguage";
import { extraPart, type FieldContext, type FieldPart, fieldChecks, parameterPart } from "./fields";
import { fromList } from "./fromList";
import { functionList } from "./functionList";
import { withResult } from "./keptResults";
import type {
  Draft,
  FormAction,
  FormChoices,
  FormConnection,
  FormFunction,
  FormOutcome,
  FormProtocol,
  FormResult,
  FormStart,
  FormState,
  FunctionDraft,
} from "./messages";
import { pasteForm } from "./pasteForm";
import { resultView } from "./results";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as FormStart;
const { texts, functions, libraries, subject } = start;

const saved = host.getState() as FormState | undefined;
const drafts: Record<string, FunctionDraft> = { ...saved?.drafts };
const chosenFrom: FormChoices = { ...saved?.from };
let connection: FormConnection = start.connection;
let results: readonly FormResult[] = saved?.results ?? [];
let selected = functionOf(saved?.selected) ?? functions[0];

function functionOf(signature: string | undefined): FormFunction | undefined {
  return functions.find((each) => each.signature === signature);
}

const draftKey = (): string => selected?.signature ?? "";
function draft(): FunctionDraft {
  const key = draftKey();
  drafts[key] ??= { values: structuredClone([...(selected?.empty ?? [])]), amount: "", libraries: {} };
  return drafts[key];
}

function save(): void {
  const { place, where } = start;
  const kept = { subject, place, where, functions, libraries };
  host.setState({ start: kept, selected: draftKey(), drafts, from: chosenFrom, results } satisfies FormState);
}

const notice = element("p", { class: "notice", role: "status", "aria-live": "polite" });
const form = element("form", { class: "call", novalidate: true });
const resultList = element("section", { class: "results", "aria-label": texts.results, "aria-live": "polite" });
const clearResults = button(texts.clearResults, () => {
  results = [];
  showResults();
  save();
});

/** What was done with this contract stays, also while the tab was left. */
function showResults(): void {
  const context = { texts, copy: (text: string) => channel.say("copy", text), open };
  replaceChildren(
    resultList,
    results.map(({ call, time, outcome }) => resultView(context, call, time, outcome)),
  );
  clearResults.hidden = results.length === 0;
}

/* ---- checking while typing ---- */

let parts: FieldPart[] = [];
let amountPart: FieldPart | undefined;
let libraryParts: [name: string, part: FieldPart][] = [];
const everyPart = (): FieldPart[] => [
  ...libraryParts.map(([, part]) => part),
  ...parts,
  ...(amountPart ? [amountPart] : []),
];

const check = fieldChecks((fields, answer) => channel.ask("check", fields, answer), everyPart);

function keep(): void {
  const now = draft();
  now.values = parts.map((part) => part.read());
  now.amount = String(amountPart?.read() ?? "");
  now.libraries = Object.fromEntries(libraryParts.map(([name, part]) => [name, String(part.read())]));
  save();
}

const fieldContext: FieldContext = {
  texts,
  changed: (fields) => {
    keep();
    check(fields);
  },
  pickAddress: (label, take) => {
    channel.ask("pickAddress", label, take, refused);
  },
};

/* ---- acting ---- */

let running: number | undefined;
const cancel = button(texts.cancel, () => {
  if (running !== undefined) channel.stop(running);
});

function say(text: string, failure = false): void {
  setText(notice, text);
  notice.classList.toggle("failure", failure);
}

const refused = ({ message, advice }: Failure): void => say(joinSentences(message, advice), true);

/** A longer text of the arguments is cut: the list of results tells one call from the next by it. */
const maxCallLength = 80;

function draftText(value: Draft): string {
  return typeof value === "string" ? value : `[${value.map(draftText).join(", ")}]`;
}

/** `set("text")` as it was asked for. */
function callText(): string {
  const typed = draft().values.map(draftText).join(", ");
  return `${(subject.kind === "deployment" ? subject.name : selected?.name) ?? ""}(${shortened(typed, maxCallLength)})`;
}

function acted(): void {
  running = undefined;
  showButtons();
  say("");
}

function showOutcome(call: string, result: FormOutcome): void {
  const time = timeOfDayText(Date.now(), pageLanguage());
  results = withResult(results, { call, time, outcome: result });
  showResults();
  save();
  resultList.firstElementChild?.scrollIntoView({ block: "nearest" });
  if (result.kind === "failure" && result.path !== undefined) {
    const { path, converted } = result;
    const problem = joinSentences(result.message, result.advice);
    const verdict = { path, problem, note: "", ...(converted === undefined ? {} : { converted }) };
    for (const part of everyPart()) if (part.judge(verdict)) part.focus(path);
  }
}

function act(action: FormAction): void {
  if (!selected || running !== undefined) return;
  keep();
  const { signature } = selected;
  const call = callText();
  say(texts.working);
  running = channel.ask(
    "act",
    { action, signature, draft: draft(), from: from.value() },
    (outcome) => {
      acted();
      showOutcome(call, outcome);
    },
    (failure) => {
      acted();
      refused(failure);
    },
    acted,
  );
  showButtons();
}

function open(what: "transaction" | "receipt" | "form" | "debug", key: string): void {
  channel.say("open", { what, key });
}

/* ---- the form ---- */

const buttons = element("p", { class: "buttons" });
const from = fromList(texts, chosenFrom, save);

const debugButton = (): HTMLElement => button(texts.debug, () => askFilled("debug"), { title: texts.debugHint });

function mainButtons(each: FormFunction): (HTMLElement | string | false)[] {
  if (subject.kind === "deployment") {
    return [
      connection.writable
        ? button(texts.deploy, () => act("send"), { class: "primary" })
        : element("span", { class: "muted" }, texts.readOnly),
      debugButton(),
    ];
  }
  if (each.reads) return [button(texts.call, () => act("call"), { class: "primary" }), debugButton()];
  return [
    connection.writable
      ? button(texts.send, () => act("send"), { class: "primary" })
      : element("span", { class: "muted" }, texts.readOnly),
    button(texts.tryOut, () => act("tryOut")),
    debugButton(),
  ];
}

function showButtons(): void {
  if (!selected) return;
  const busy = running !== undefined;
  replaceChildren(buttons, connection.connected && mainButtons(selected), busy && cancel);
  for (const each of buttons.querySelectorAll("vscode-button")) if (each !== cancel) each.disabled = busy;
  from.show(connection, subject.kind === "deployment" ? undefined : selected);
}

const paste = pasteForm(texts, (text, refuse) => {
  if (!selected) return;
  channel.ask(
    "paste",
    { signature: selected.signature, text },
    (values) => {
      draft().values = values;
      paste.close();
      show();
      check(parts.flatMap((part) => part.leaves()));
    },
    ({ message, advice }) => refuse(joinSentences(message, advice)),
  );
});

function copyJson(): void {
  keep();
  channel.say("copy", JSON.stringify(draft().values));
}

/** Has the host do something with the filled form: put something about it on the clipboard, or run it in the debugger. */
function askFilled(what: "copyData" | "copyCommand" | "debug"): void {
  if (!selected) return;
  keep();
  const question = { signature: selected.signature, draft: draft(), from: from.value() };
  channel.ask(what, question, () => say(""), refused);
}

function badges(each: FormFunction): HTMLElement[] {
  if (subject.kind === "deployment") return [];
  return [
    element("vscode-badge", {}, each.reads ? texts.readsBadge : texts.writesBadge),
    ...(each.payable ? [element("vscode-badge", {}, texts.payable)] : []),
  ];
}

/** Draws the form of the chosen function with what was typed into it. */
function show(): void {
  save();
  if (!selected) {
    replaceChildren(form, element("p", { class: "muted" }, texts.noFunctions));
    return;
  }
  const { inputs, payable, signature, name, text, doc } = selected;
  const now = draft();
  libraryParts = libraries.map((name) => [
    name,
    extraPart(name, `library ${name}`, "address", now.libraries[name] ?? "", fieldContext),
  ]);
  parts = inputs.map((input, index) => parameterPart(input, index, now.values[index] ?? "", fieldContext));
  const withAmount = payable && connection.takesAmounts;
  amountPart = withAmount ? extraPart(texts.amount, "amount", "uint256", now.amount, fieldContext) : undefined;
  replaceChildren(
    form,
    element("h2", { tabindex: "-1", title: signature }, element("code", {}, `${name}${text}`), " ", badges(selected)),
    doc !== undefined && element("p", { class: "doc" }, doc),
    libraryParts.length > 0 &&
      element(
        "fieldset",
        {},
        element("legend", {}, texts.libraries),
        libraryParts.map(([, part]) => part.element),
      ),
    parts.map((part) => part.element),
    parts.length === 0 && libraryParts.length === 0 && element("p", { class: "muted" }, texts.noInputs),
    amountPart?.element,
    payable && !withAmount && element("p", { class: "muted" }, texts.noAmounts),
    from.element,
    buttons,
    element(
      "p",
      { class: "buttons tools" },
      inputs.length > 0 && button(texts.pasteJson, () => paste.open()),
      inputs.length > 0 && button(texts.copyJson, copyJson),
      button(texts.copyData, () => askFilled("copyData")),
      button(texts.copyCommand, () => askFilled("copyCommand")),
      inputs.length > 0 &&
        button(texts.clear, () => {
          delete drafts[draftKey()];
          show();
        }),
      clearResults,
    ),
    paste.element,
  );
  showButtons();
  check(everyPart().flatMap((part) => part.leaves().filter(({ text }) => text !== "")));
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("keydown", (event) => {
  // In a text of several lines Enter is a new line.
  const sends = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && sends && !event.isComposing) {
    event.preventDefault();
    form.querySelector<HTMLElement>("vscode-button.primary")?.click();
  }
});

const list = functionList(functions, texts, (each) => {
  selected = each;
  show();
  const first = parts[0]?.element.querySelector<HTMLElement>("input, textarea, select, vscode-button.small");
  (first ?? form.querySelector<HTMLElement>("h2"))?.focus();
});

function sayConnection(): void {
  say(connection.connected ? "" : connection.note, !connection.connected);
}

/** Typing goes on: fields are drawn anew only where there are others. */
function takeConnection(now: FormConnection): void {
  const [before, sameFields] = [JSON.stringify(connection), now.takesAmounts === connection.takesAmounts];
  connection = now;
  if (JSON.stringify(now) === before) return;
  sayConnection();
  if (sameFields) showButtons();
  else show();
}

document.body.append(
  element(
    "header",
    {},
    element("h1", {}, subject.name),
    element("code", { class: "muted" }, start.where),
    element("span", { class: "muted" }, start.place),
  ),
  element(
    "main",
    {},
    subject.kind === "contract" && functions.length > 0 ? list.element : "",
    element("div", { class: "work" }, notice, form, resultList),
  ),
);
showResults();
if (selected) list.select(selected);
sayConnection();
show();
const channel = openChannel<FormProtocol>({
  connection: takeConnection,
  show({ signature, draft: texts }) {
    const wanted = functionOf(signature);
    if (!wanted) return;
    selected = wanted;
    if (texts) drafts[wanted.signature] = texts;
    list.select(wanted);
    show();
  },
});
