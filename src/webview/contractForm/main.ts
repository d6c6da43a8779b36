import { fill } from "../shared/fill";
import "../shared/page.css";
import "./contractForm.css";
import { button, element, replaceChildren, setText } from "../shared/dom";
import { host } from "../shared/host";
import { fieldChecks } from "./fieldChecks";
import { extraPart, type FieldContext, type FieldPart, parameterPart } from "./fields";
import { functionList } from "./functionList";
import { withResult } from "./keptResults";
import type {
  Draft,
  FormAction,
  FormConnection,
  FormFunction,
  FormResult,
  FormStart,
  FormState,
  FunctionDraft,
  ToFormHost,
  ToFormPage,
} from "./messages";
import { pasteForm } from "./pasteForm";
import { resultView } from "./results";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as FormStart;
const { texts, functions, libraries, subject } = start;
const post = (message: ToFormHost): void => host.postMessage(message);

const saved = host.getState() as FormState | undefined;
const drafts: Record<string, FunctionDraft> = { ...saved?.drafts };
let asSigner = saved?.asSigner ?? false;
let connection: FormConnection = start.connection;
let results: readonly FormResult[] = saved?.results ?? [];
let selected = functionOf(saved?.selected) ?? functions[0];

let lastId = 0;
const waiting = new Map<number, (message: ToFormPage) => void>();
function ask(make: (id: number) => ToFormHost, answer: (message: ToFormPage) => void): number {
  lastId += 1;
  waiting.set(lastId, answer);
  post(make(lastId));
  return lastId;
}

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
  host.setState({ start: kept, selected: draftKey(), drafts, asSigner, results } satisfies FormState);
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
  const context = { texts, copy: (text: string) => post({ type: "copy", text }), open };
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

const check = fieldChecks(ask, everyPart);

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
    ask(
      (id) => ({ type: "pickAddress", id, label }),
      (message) => {
        if (message.type === "picked") take(message.address);
      },
    );
  },
};

/* ---- acting ---- */

let running: number | undefined;
const cancel = button(texts.cancel, () => {
  if (running !== undefined) post({ type: "cancel", id: running });
});

function say(text: string, failure = false): void {
  setText(notice, text);
  notice.classList.toggle("failure", failure);
}

/** A longer text of the arguments is cut: the list of results tells one call from the next by it. */
const longestCall = 80;

function draftText(value: Draft): string {
  return typeof value === "string" ? value : `[${value.map(draftText).join(", ")}]`;
}

/** `set("text")` as it was asked for. */
function callText(): string {
  const typed = draft().values.map(draftText).join(", ");
  const cut = typed.length > longestCall ? `${typed.slice(0, longestCall)} …` : typed;
  return `${(subject.kind === "deployment" ? subject.name : selected?.name) ?? ""}(${cut})`;
}

function act(action: FormAction): void {
  if (!selected || running !== undefined) return;
  keep();
  const { signature } = selected;
  const call = callText();
  say(texts.working);
  running = ask(
    (id) => ({ type: "act", id, action, signature, draft: draft(), asSigner: asSigner && connection.callsAsSigner }),
    (message) => {
      running = undefined;
      showButtons();
      say("");
      if (message.type !== "acted" || !message.outcome) return;
      const { outcome } = message;
      const time = new Date().toLocaleTimeString(start.locale);
      results = withResult(results, { call, time, outcome });
      showResults();
      save();
      resultList.firstElementChild?.scrollIntoView({ block: "nearest" });
      if (outcome.kind === "failure" && outcome.path !== undefined) {
        const path = outcome.path;
        const verdict = { path, problem: `${outcome.message} ${outcome.advice}`.trim(), note: "" };
        for (const part of everyPart()) if (part.judge(verdict)) part.focus(path);
      }
    },
  );
  showButtons();
}

function open(what: "transaction" | "receipt" | "form", key: string): void {
  post({ type: "open", what, key });
}

/* ---- the form ---- */

const buttons = element("p", { class: "buttons" });
const callerBox = element("input", { type: "checkbox", id: "asSigner" });
callerBox.checked = asSigner;
callerBox.addEventListener("change", () => {
  asSigner = callerBox.checked;
  save();
});

function mainButtons(each: FormFunction): (HTMLElement | string | false)[] {
  if (subject.kind === "deployment") {
    return connection.writable
      ? [button(texts.deploy, () => act("send"), { class: "primary" })]
      : [element("span", { class: "muted" }, texts.readOnly)];
  }
  const asCaller =
    connection.callsAsSigner &&
    connection.signer !== "" &&
    element("label", { class: "inline" }, callerBox, " ", fill(texts.asSigner, connection.signer));
  if (each.reads) return [button(texts.call, () => act("call"), { class: "primary" }), asCaller];
  return [
    connection.writable
      ? button(texts.send, () => act("send"), { class: "primary" })
      : element("span", { class: "muted" }, texts.readOnly),
    button(texts.tryOut, () => act("tryOut")),
    asCaller,
  ];
}

function showButtons(): void {
  if (!selected) return;
  const busy = running !== undefined;
  replaceChildren(buttons, connection.connected && mainButtons(selected), busy && cancel);
  for (const each of buttons.querySelectorAll("button")) if (each !== cancel) each.disabled = busy;
  const signs = connection.writable && connection.signer !== "" && !selected.reads;
  setText(signer, signs ? fill(texts.signsAs, connection.signer) : "");
}

const signer = element("p", { class: "muted signer" });
const paste = pasteForm(texts, (text, refuse) => {
  if (!selected) return;
  const { signature } = selected;
  ask(
    (id) => ({ type: "paste", id, signature, text }),
    (message) => {
      if (message.type === "failure") refuse(`${message.message} ${message.advice}`);
      if (message.type !== "pasted") return;
      draft().values = message.values;
      paste.close();
      show();
      check(parts.flatMap((part) => part.leaves()));
    },
  );
});

function copyJson(): void {
  keep();
  post({ type: "copy", text: JSON.stringify(draft().values) });
}

/** Has the host put something about the filled form on the clipboard. */
function copyFilled(make: (id: number, signature: string) => ToFormHost): void {
  if (!selected) return;
  keep();
  const { signature } = selected;
  ask(
    (id) => make(id, signature),
    (message) => {
      if (message.type === "failure") say(`${message.message} ${message.advice}`, true);
      else say("");
    },
  );
}

const copyData = (): void => copyFilled((id, signature) => ({ type: "copyData", id, signature, draft: draft() }));
const copyCommand = (): void =>
  copyFilled((id, signature) => ({ type: "copyCommand", id, signature, draft: draft(), asSigner }));

function badges(each: FormFunction): HTMLElement[] {
  if (subject.kind === "deployment") return [];
  return [
    element("span", { class: "badge" }, each.reads ? texts.reads : texts.writes),
    ...(each.payable ? [element("span", { class: "badge" }, texts.payable)] : []),
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
    buttons,
    signer,
    element(
      "p",
      { class: "buttons tools" },
      inputs.length > 0 && button(texts.pasteJson, () => paste.open()),
      inputs.length > 0 && button(texts.copyJson, copyJson),
      button(texts.copyData, copyData),
      button(texts.copyCommand, copyCommand),
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
    form.querySelector<HTMLButtonElement>("button.primary")?.click();
  }
});

const list = functionList(functions, texts, (each) => {
  selected = each;
  show();
  const first = parts[0]?.element.querySelector<HTMLElement>("input, textarea, select, button.small");
  (first ?? form.querySelector<HTMLElement>("h2"))?.focus();
});

function showConnection(): void {
  say(connection.connected ? "" : connection.note, !connection.connected);
  show();
}

window.addEventListener("message", (event: MessageEvent<ToFormPage>) => {
  const message = event.data;
  switch (message.type) {
    case "connection":
      connection = message.connection;
      showConnection();
      return;
    case "show": {
      const { signature, draft: texts } = message.request;
      const wanted = functionOf(signature);
      if (!wanted) return;
      selected = wanted;
      if (texts) drafts[wanted.signature] = texts;
      list.select(wanted);
      show();
      return;
    }
    default: {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      answer?.(message);
    }
  }
});

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
showConnection();
post({ type: "ready" });
