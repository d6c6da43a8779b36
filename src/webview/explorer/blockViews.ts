import { noted } from "../../text/joining";
import { button } from "../shared/controls";
import { element } from "../shared/dom";
import { pageLanguage } from "../shared/pageLanguage";
import type { BlockLine, BlockPage, BlocksPage } from "./messages";
import {
  blockLink,
  copyable,
  facts,
  nodeName,
  type PageContext,
  section,
  table,
  timeText,
  transactionTable,
  verdictList,
} from "./pageContext";

export function blockTable(context: PageContext, blocks: BlockLine[]): HTMLElement {
  const { texts } = context;
  return table(
    [texts.number, texts.time, texts.transactions, texts.gasUsed, texts.proposer],
    blocks.map((block) => [
      blockLink(context, block.number),
      timeText(block.timestampMs),
      block.archived ? `${block.transactions} · ${texts.archived}` : String(block.transactions),
      block.gasUsed,
      // The first block wasn't proposed.
      block.sealer === "" ? "" : nodeName(block.sealer, block.sealerName),
    ]),
  );
}

export function blocksView(context: PageContext, page: BlocksPage, count: number): HTMLElement[] {
  const { texts } = context;
  const last = page.blocks.at(-1);
  const first = page.blocks[0];
  const newer = (): void => context.open({ kind: "blocks", before: (first?.number ?? 0) + count + 1, count });
  const older = (): void => context.open({ kind: "blocks", before: last?.number ?? 0, count });
  return [
    blockTable(context, page.blocks),
    element(
      "p",
      { class: "buttons" },
      button(texts.newest, () => context.open({ kind: "blocks", count })),
      page.newer && button(texts.newer, newer),
      page.more && button(texts.older, older),
    ),
  ];
}

function archiveNote({ texts }: PageContext, archive: string | undefined): HTMLElement {
  return element(
    "p",
    { class: "notice" },
    archive === undefined ? texts.archivedUnknown : [`${texts.archivedBlock} `, element("code", {}, archive)],
  );
}

/** The way to the other transactions of a block with many; nothing where all are shown. */
function transactionPaging({ texts, open }: PageContext, page: BlockPage): HTMLElement | undefined {
  const { firstShown: first, atOnce, transactions, block } = page;
  const after = first + transactions.length;
  if (first === 0 && after >= block.transactions) return undefined;
  const go = (to: number) => (): void => open({ kind: "block", number: block.number, first: to });
  return element(
    "p",
    { class: "buttons" },
    `${first + 1}–${after} `,
    first > 0 && button(texts.earlier, go(Math.max(0, first - atOnce))),
    after < block.transactions && button(texts.later, go(after)),
  );
}

export function blockView(context: PageContext, page: BlockPage): HTMLElement[] {
  const { texts } = context;
  const { block } = page;
  return [
    element("h2", {}, `${texts.block} #${block.number}`),
    facts([
      [texts.hash, copyable(context, block.hash)],
      [texts.time, timeText(block.timestampMs)],
      [
        texts.proposer,
        block.sealer === ""
          ? ""
          : [block.sealerName === undefined ? "" : `${block.sealerName} `, copyable(context, block.sealer)],
      ],
      [texts.gasUsed, block.gasUsed],
      [texts.version, page.version],
      [
        texts.parent,
        block.number > 0
          ? [blockLink(context, block.number - 1), " ", element("code", {}, page.parentHash)]
          : undefined,
      ],
      [texts.transactionsRoot, element("code", {}, page.transactionsRoot)],
      [texts.receiptsRoot, element("code", {}, page.receiptsRoot)],
      [texts.stateRoot, element("code", {}, page.stateRoot)],
    ]),
    ...(block.archived ? [archiveNote(context, page.archive)] : []),
    section(texts.checks, ...verdictList(context, page.verdicts)),
    section(
      noted(texts.transactions, String(block.transactions), pageLanguage()),
      page.transactions.length === 0
        ? element("p", { class: "muted" }, texts.none)
        : transactionTable(context, page.transactions, false),
      ...page.orderNotes.map((note) => element("p", {}, note)),
      page.transactions.length === 0 ? undefined : element("p", { class: "muted" }, texts.listNote),
      transactionPaging(context, page),
    ),
    button(texts.asDocument, () => context.openDocument("block", String(block.number)), { class: "ofEditor" }),
  ];
}
