import * as vscode from "vscode";
import { dayMs } from "../../../time/units";
import type {
  ChartsAnswer,
  ChartsData,
  ChartsProtocol,
  ChartsStart,
  Comparison,
} from "../../../webview/charts/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { runCommand } from "../../kit/commands/commands";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { chartsTexts } from "./chartsTexts";

/** Which group's charts a page shows. */
export interface ChartsContent {
  readonly groupId: string;
  /** `production · group0` */
  readonly title: string;
  /** What it begins with. */
  readonly chosen?: { readonly from: number; readonly to: number };
}

/** A range as a page names it: two whole numbers, in their order. */
function rangeOf(range: unknown): { readonly from: number; readonly to: number } | undefined {
  const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined;
  return { from: Number(from), to: Math.max(Number(from), Number(to)) };
}

/** A sealer as a page names it: a node ID. */
const nodeOf = (sealer: unknown): { readonly sealer?: string } =>
  typeof sealer === "string" && /^[0-9a-f]{1,256}$/.test(sealer) ? { sealer } : {};

interface Wanted {
  readonly range: ReturnType<typeof rangeOf>;
  readonly compared: Comparison;
  readonly sealer: ReturnType<typeof nodeOf>;
}

/** How much earlier a range lies that another is compared with. */
function shiftOf(compared: Comparison, { from, to }: { readonly from: number; readonly to: number }): number {
  const shifts: Readonly<Record<Comparison, number>> = { none: 0, range: to - from + 1, day: dayMs, week: 7 * dayMs };
  return Object.hasOwn(shifts, compared) ? shifts[compared] : 0;
}

/** The page of a group's charts, out of its index. */
export class ChartsPanel implements vscode.Disposable {
  readonly #page: PagePanel<ChartsProtocol>;
  readonly #followed: FollowedGroup;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    content: ChartsContent,
    onClosed: () => void,
  ) {
    const start: ChartsStart = { ...content, texts: chartsTexts() };
    const tell = (): void => {
      if (this.#page.visible) this.#page.tell("changed", null);
    };
    const indexed = app.indexes.onDidChange((key) => {
      if (key === this.#followed.group?.chainKey) tell();
    });
    this.#page = new PagePanel<ChartsProtocol>(
      app,
      panel,
      { name: "charts", title: vscode.l10n.t("Charts of {0}", content.title), start },
      {
        asks: {
          charts: async ({ range, compared, sealer }, signal) => {
            const group = this.#followed.require();
            if (!app.indexes.has(group)) return null;
            return this.#charts(group, { range: rangeOf(range), compared, sealer: nodeOf(sealer) }, signal);
          },
        },
        says: { index: () => this.#index(), logs: (range) => this.#logs(range) },
        closed: () => {
          indexed.dispose();
          this.#followed.dispose();
          onClosed();
        },
      },
    );
    this.#followed = new FollowedGroup(app, content.groupId, { came: tell, went: tell, changed: () => undefined });
  }

  /** Names of nodes are this window's. */
  #named(charts: ChartsData): ChartsData {
    const named = <Of extends { readonly node: string }>(each: Of): Of & { readonly name?: string } => {
      const name = this.app.nodeNames.get(each.node);
      return name === undefined ? each : { ...each, name };
    };
    return { ...charts, sealers: (charts.sealers ?? []).map(named), lags: (charts.lags ?? []).map(named) };
  }

  /** @throws as questions to an index */
  async #charts(group: ChainGroup, { range, compared, sealer }: Wanted, signal: AbortSignal): Promise<ChartsAnswer> {
    const { indexes, nodeNames } = this.app;
    await nodeNames.ready();
    const charts = this.#named(await indexes.ask(group, "charts", { ...sealer, ...(range ? { range } : {}) }, signal));
    const shift = charts.range ? shiftOf(compared, charts.range) : 0;
    if (!charts.range || shift === 0) return { charts };
    const { from, to } = charts.range;
    const earlier = { from: from - shift, to: to - shift };
    return {
      charts,
      before: await indexes.ask(group, "charts", { ...sealer, range: earlier, step: charts.step }, signal),
    };
  }

  async #logs(range: unknown): Promise<void> {
    const wanted = rangeOf(range);
    if (wanted) await runCommand("chainside.analyzeLogs", { kind: "range", ...wanted });
  }

  async #index(): Promise<void> {
    await runCommand("chainside.indexGroup", { kind: "group", group: this.#followed.require() });
  }

  /** Shows another time on the page, as soon as it listens. */
  show(range: NonNullable<ChartsContent["chosen"]>): void {
    this.#page.show("range", range);
  }

  reveal(): void {
    this.#page.reveal();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
