import "../shared/page.css";
import "./signingRequest.css";
import { openChannel } from "../shared/channel";
import { button, element, replaceChildren, setText } from "../shared/dom";
import type { RequestConsequence, RequestRow, SigningRequestProtocol, SigningRequestStart } from "./messages";

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

const list = element("ul", { class: "consequences" });
const trial = element("p", { class: "muted", role: "status" }, texts.trying);
const input = () =>
  element("input", { type: "text", autocomplete: "off", spellcheck: "false", oninput: () => judge() });
const [typed, forced] = [input(), input()];
const sign = button(texts.sign, () => channel.say("sign", { name: typed.value, code: forced.value }));
const cancel = button(texts.cancel, () => channel.say("cancel", null));
const elsewhere = button(texts.export, () => channel.say("export", null));
const status = element("p", { role: "status" });

/** Where nothing takes it back, the name comes first; where it is known to fail, its code. */
function judge(): void {
  const isNamed = names.some((name) => name.toLowerCase() === typed.value.trim().toLowerCase());
  sign.disabled = (weight === "irreversible" && !isNamed) || (code !== undefined && forced.value.trim() !== code);
}

replaceChildren(list, start.consequences.map(consequence));
document.body.className = weight;
document.body.append(
  element("header", {}, element("h1", {}, start.sentence)),
  element(
    "section",
    {},
    element("h2", {}, texts.consequences),
    start.consequences.length === 0 && element("p", { class: "muted" }, texts.none),
    list,
    trial,
  ),
);
for (const section of [part(texts.said, start.said), part(texts.signed, start.signed)])
  if (section) document.body.append(section);
document.body.append(
  element("details", {}, element("summary", {}, texts.raw), element("dl", {}, start.raw.flatMap(row))),
  element(
    "div",
    { class: "toolbar decide" },
    code !== undefined && element("label", {}, texts.force, forced),
    weight === "irreversible" && element("label", {}, texts.type, typed),
    cancel,
    exports && elsewhere,
    sign,
    status,
  ),
);
judge();

const channel = openChannel<SigningRequestProtocol>({
  trial: (told) => {
    trial.hidden = told.warns;
    setText(trial, told.text);
    if (told.warns) list.prepend(consequence(told));
  },
  over: () => {
    sign.disabled = true;
    cancel.disabled = true;
    elsewhere.disabled = true;
    typed.disabled = true;
    forced.disabled = true;
    setText(status, texts.over);
  },
});
