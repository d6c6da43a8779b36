import { joinSentences, labelled, noted } from "../../text/joining";
import "@vscode-elements/elements/dist/vscode-badge/index.js";
import { button } from "../shared/controls";
import { element, replaceChildren } from "../shared/dom";
import { eventLine, foldedEvents } from "../shared/foldedEvents";
import { pageLanguage } from "../shared/pageLanguage";
import { historySections } from "./historySection";
import type { AddressPage, DecodedPart, InspectedPart, PartQuestion, TransactionPage } from "./messages";
import {
  addressLink,
  blockLink,
  copyable,
  facts,
  type PageContext,
  section,
  table,
  timeText,
  transactionTable,
  verdictList,
} from "./pageContext";

function partView(context: PageContext, { notes, tables }: InspectedPart): HTMLElement[] {
  return [
    ...notes.map((note) => element("p", { class: "muted" }, note)),
    ...tables.map(({ title, address, head, rows }) =>
      element(
        "div",
        {},
        title === "" ? undefined : element("h3", {}, title, " ", address ? addressLink(context, address) : ""),
        table(
          head,
          rows.map((row) => row.map((cell) => element("code", {}, cell))),
        ),
      ),
    ),
  ];
}

/** A section that asks for what is in it when it is unfolded first, and again after it failed or was left. */
function inspectedSection(context: PageContext, title: string, question: PartQuestion): HTMLElement {
  const { texts } = context;
  const content = element("div", { "aria-live": "polite" });
  let asked = false;
  const details = element("details", { class: "inspected ofEditor" }, element("summary", {}, title), content);
  details.addEventListener("toggle", () => {
    if (!details.open || asked) return;
    asked = true;
    replaceChildren(content, element("p", { class: "muted" }, texts.loading));
    const again = (...shown: HTMLElement[]): void => {
      asked = false;
      replaceChildren(content, ...shown);
      if (shown.length === 0) details.open = false;
    };
    context.part(
      question,
      (part) => replaceChildren(content, ...partView(context, part)),
      ({ message, advice }) => again(element("p", { class: "failure", role: "alert" }, joinSentences(message, advice))),
      () => again(),
    );
  });
  return details;
}

/** Decoded first, the raw bytes one click away. */
function payload(
  context: PageContext,
  title: string,
  decoded: DecodedPart | undefined,
  raw: string,
  names: TransactionPage["names"],
): HTMLElement | undefined {
  if (raw === "" || raw === "0x") return undefined;
  const { texts } = context;
  return section(
    title,
    decoded ? element("p", {}, element("code", {}, decoded.signature)) : undefined,
    decoded && decoded.values.length > 0 ? valueTable(context, decoded, names) : undefined,
    element(
      "details",
      { open: decoded === undefined && raw.length < 400 },
      element("summary", {}, texts.raw),
      copyable(context, raw),
    ),
  );
}

/** An address to follow, with its name behind it. */
function named(context: PageContext, names: TransactionPage["names"], address: string): (Node | string)[] {
  const name = names[address];
  return [addressLink(context, address), name === undefined ? "" : element("span", { class: "muted" }, ` ${name}`)];
}

function valueTable(context: PageContext, decoded: DecodedPart, names: TransactionPage["names"]): HTMLElement {
  return table(
    [context.texts.name, context.texts.type, context.texts.value],
    decoded.values.map((each) => [
      each.name,
      element("code", { class: "type muted" }, each.type),
      each.type === "address" ? named(context, names, each.value) : element("code", {}, each.value),
    ]),
  );
}

function statusBadge(context: PageContext, page: TransactionPage): HTMLElement {
  const { texts } = context;
  if (page.status === undefined) return element("vscode-badge", {}, texts.waiting);
  if (page.status === 0) return element("vscode-badge", { class: "good" }, texts.success);
  return element("vscode-badge", { class: "bad" }, `${page.status} ${page.statusName ?? ""}`);
}

export function transactionView(context: PageContext, page: TransactionPage): HTMLElement[] {
  const { texts } = context;
  const { names } = page;
  const parts: (HTMLElement | undefined)[] = [
    element("h2", {}, texts.transaction, " ", statusBadge(context, page)),
    page.archive
      ? element("p", { class: "notice" }, `${texts.fromArchive} `, element("code", {}, page.archive))
      : undefined,
    page.revertReason
      ? element("p", { class: "failure" }, labelled(texts.reason, page.revertReason, pageLanguage()))
      : undefined,
    facts([
      [texts.hash, copyable(context, page.hash)],
      [texts.block, page.block === undefined ? "" : blockLink(context, page.block)],
      [texts.time, page.timeMs === undefined ? undefined : timeText(page.timeMs)],
      [
        texts.from,
        [
          ...named(context, names, page.from),
          page.fromNote === undefined ? "" : element("span", { class: "muted" }, ` ${page.fromNote}`),
        ],
      ],
      [texts.to, page.to === "" ? texts.deployment : named(context, names, page.to)],
      [texts.contract, page.contractAddress ? named(context, names, page.contractAddress) : undefined],
      [texts.amount, page.amount],
      [texts.gasUsed, page.gasUsed],
      [texts.nonce, element("code", {}, page.nonce)],
      [texts.blockLimit, page.blockLimit],
      [texts.version, String(page.version)],
    ]),
    payload(context, texts.input, page.decodedInput, page.input, names),
    payload(context, texts.output, page.decodedOutput, page.output ?? "", names),
    page.events.length > 0
      ? section(
          noted(texts.events, String(page.events.length), pageLanguage()),
          ...foldedEvents(
            page.events,
            (event) => eventView(context, event, names),
            (event) => lineOf(event, names),
          ),
        )
      : undefined,
    ...(page.block === undefined
      ? []
      : [
          inspectedSection(context, texts.changes, { what: "changes", id: page.hash }),
          inspectedSection(context, texts.gasByLine, { what: "gas", id: page.hash }),
        ]),
    section(texts.checks, ...verdictList(context, page.verdicts)),
    element(
      "p",
      { class: "buttons" },
      button(texts.asDocument, () => context.openDocument("transaction", page.hash), { class: "ofEditor" }),
      page.block === undefined ? "" : button(texts.debug, () => context.debug(page.hash), { class: "ofEditor" }),
    ),
  ];
  return parts.filter((part) => part !== undefined);
}

function lineOf(
  { decoded, topics, address }: TransactionPage["events"][number],
  names: TransactionPage["names"],
): string {
  if (!decoded) return topics[0] ?? address;
  const values = decoded.values.map(({ type, value }) => ({
    value: noted(value, type === "address" ? (names[value] ?? "") : "", pageLanguage()),
  }));
  return eventLine(decoded.signature.split("(", 1)[0] ?? "", values);
}

function eventView(
  context: PageContext,
  event: TransactionPage["events"][number],
  names: TransactionPage["names"],
): HTMLElement {
  const raw = [...event.topics, event.data].join("\n");
  return element(
    "article",
    {},
    element(
      "p",
      {},
      event.decoded ? element("code", {}, event.decoded.signature) : "",
      " ",
      ...named(context, names, event.address),
    ),
    event.decoded ? valueTable(context, event.decoded, names) : undefined,
    element(
      "details",
      { open: event.decoded === undefined },
      element("summary", {}, context.texts.raw),
      element("pre", {}, raw),
    ),
  );
}

export function addressView(context: PageContext, page: AddressPage): HTMLElement[] {
  const { texts } = context;
  return [
    element("h2", {}, page.name ?? texts.address, " ", element("vscode-badge", {}, texts[page.what])),
    facts([
      [texts.address, copyable(context, page.address)],
      [texts.code, page.codeBytes === undefined ? undefined : `${page.codeBytes} ${texts.bytes}`],
      [texts.proxy, page.proxy?.found],
      ...(page.proxy?.implementations ?? []).map((each): [string, Node | string] => [
        texts.implementation,
        addressLink(context, each),
      ]),
    ]),
    ...[
      { title: texts.functions, signatures: page.functions },
      { title: texts.events, signatures: page.events },
    ]
      .filter(({ signatures }) => signatures.length > 0)
      .map(({ title, signatures }) =>
        section(
          noted(title, String(signatures.length), pageLanguage()),
          element(
            "ul",
            { class: "signatures" },
            signatures.map((each) => element("li", {}, element("code", {}, each))),
          ),
        ),
      ),
    page.what === "contract"
      ? inspectedSection(context, texts.storage, { what: "storage", id: page.address })
      : undefined,
    ...historySections(context, page),
    section(
      noted(texts.knownHere, String(page.known.length), pageLanguage()),
      element("p", { class: "muted" }, texts.knownHereNote),
      page.known.length > 0 ? transactionTable(context, page.known, true) : undefined,
    ),
    button(texts.asDocument, () => context.openDocument("address", page.address), { class: "ofEditor" }),
  ].filter((part) => part !== undefined);
}
