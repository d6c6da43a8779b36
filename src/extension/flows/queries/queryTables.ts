import type { QueryTable } from "../../../history/service/messages";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Tables come with new contracts: so long what was read is good for completion. */
const keptMs = 15_000;

/** What an index has to be asked for, as it was a moment ago. */
class QueryTables {
  readonly #known = new Map<string, { readonly at: number; readonly tables: Promise<readonly QueryTable[]> }>();

  constructor(private readonly app: Chainside) {}

  /** The tables of a group's index; none where there is no index, or it can't be read. */
  of(group: ChainGroup): Promise<readonly QueryTable[]> {
    const { chainKey } = group;
    if (!this.app.indexes.has(group)) return Promise.resolve([]);
    const now = this.app.clock.now();
    const known = this.#known.get(chainKey);
    if (known && now - known.at < keptMs) return known.tables;
    const tables = this.app.indexes.ask(group, "tables", {}).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) this.app.errors.log(error);
      this.#known.delete(chainKey);
      return [];
    });
    this.#known.set(chainKey, { at: now, tables });
    return tables;
  }
}

const kept = new WeakMap<Chainside, QueryTables>();

/** The tables that queries and notebooks of this window know. */
export function queryTables(app: Chainside): QueryTables {
  const known = kept.get(app) ?? new QueryTables(app);
  kept.set(app, known);
  return known;
}
