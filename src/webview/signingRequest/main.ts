import "../shared/page.css";
import "./signingRequest.css";
import { openChannel } from "../shared/channel";
import { button, submitButton, textField } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import type {
  RequestConsequence,
  RequestNow,
  RequestRow,
  SigningRequestProtocol,
  SigningRequestStart,
} from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as SigningRequestStart;
const { texts, weight, names, code, exports } = start;

const consequence = ({ text, warns }: RequestConsequence): HTMLElement =>
  element("li", { class: warns ? "warns" : "" }, warns && element("strong", {}, `${texts.warning} `), text);

/** A row of a value that may be long: what is longer than its place is scrolled by the keyboard, too. */
const row = ({ label, value }: RequestRow): HTMLElement[] => [
  element("dt", {}, label),
  element("dd", value.length > 1000 ? { tabindex: 0, role: "region", "aria-label": label } : {}, value),
];

const part = (title: string, rows: readonly RequestRow[]): HTMLElement | false =>
  rows.length > 0 && element("section", {}, element("h2", {}, title), element("dl", {}, rows.flatMap(row)));

const sentence = element("h1", { tabindex: -1 }, start.sentence);
const none = element("p", { class: "muted" }, texts.none);
const list = element("ul", { class: "consequences" });
const trial = element("p", { class: "muted", role: "status" });
const [typed, forced] = [texts.type, texts.force].map((label) =>
  textField(label, { autocomplete: "off", oninput: () => judge() }),
) as [ReturnType<typeof textField>, ReturnType<typeof textField>];
const trySigned = button(texts.trySigned, () => channel.say("trySigned", null));
const cancel = button(texts.cancel, () => channel.say("cancel", null));
const elsewhere = button(texts.export, () => channel.say("export", null));
// What weighs more isn't what a person is drawn to.
const sign = submitButton(texts.sign, { class: weight === "ordinary" ? "primary" : "" });
const status = element("p", { class: "muted", role: "status" });
let isOver = false;

/** Where nothing takes it back, the name comes first; where it is known to fail, its code. */
function judge(): void {
  const isNamed = names.some((name) => name.toLowerCase() === typed.value.trim().toLowerCase());
  sign.disabled =
    isOver || (weight === "irreversible" && !isNamed) || (code !== undefined && forced.value.trim() !== code);
}

function draw(now: RequestNow): void {
  const wasAlone = document.body.classList.contains("alone");
  replaceChildren(list, now.consequences.map(consequence));
  none.hidden = now.consequences.length > 0 || now.trial !== "";
  setText(trial, now.trial);
  trial.hidden = now.trial === "";
  trySigned.hidden = !now.triesSigned;
  document.body.classList.toggle("alone", now.alone);
  setText(status, now.alone ? texts.alone : texts.beside);
  // It is read from its beginning by who comes here with the keyboard.
  if (now.alone && !wasAlone) sentence.focus();
}

/** Enter where the name is typed does as the button, and nothing while that can't be pressed. */
function decide(event: Event): void {
  event.preventDefault();
  if (!sign.disabled) channel.say("sign", { name: typed.value, code: forced.value });
}

document.body.className = weight;
document.body.append(
  element("header", {}, sentence),
  element("section", {}, element("h2", {}, texts.consequences), none, list, trial, trySigned),
);
for (const section of [part(texts.message, start.reported), part(texts.signed, start.signed)])
  if (section) document.body.append(section);
if (start.raw.length > 0)
  document.body.append(
    element("details", {}, element("summary", {}, texts.raw), element("dl", {}, start.raw.flatMap(row))),
  );
document.body.append(
  element(
    "form",
    { class: "toolbar decide", onsubmit: decide },
    code !== undefined && element("label", {}, texts.force, forced),
    weight === "irreversible" && element("label", {}, texts.type, typed),
    cancel,
    exports && elsewhere,
    sign,
    status,
  ),
);
document.addEventListener("keydown", (event) => {
  // A key that ends the choice of a Chinese character isn't meant for the page.
  if (event.key === "Escape" && !event.isComposing && !isOver) channel.say("cancel", null);
});
draw(start.now);
judge();

const channel = openChannel<SigningRequestProtocol>({
  now: draw,
  over: () => {
    isOver = true;
    for (const control of [trySigned, cancel, elsewhere, typed, forced]) control.disabled = true;
    judge();
    setText(status, texts.over);
  },
});
