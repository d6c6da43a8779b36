import type { QueryTable } from "../../../history/service/messages";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Tables come with new contracts: so long what was read is good for completion. */
const keptMs = 15_000;

/** What a group's index has to be asked for, as it was a moment ago. */
class KnownTables {
  latest: { readonly at: number; readonly tables: Promise<readonly QueryTable[]> } | undefined;
}

/** The tables of a group's index; none where there is no index, or it can't be read. */
export function queryTables(app: Chainside, group: ChainGroup): Promise<readonly QueryTable[]> {
  if (!app.indexes.has(group)) return Promise.resolve([]);
  const known = group.kept.of(KnownTables);
  const now = app.clock.now();
  if (known.latest && now - known.latest.at < keptMs) return known.latest.tables;
  const tables = app.indexes.ask(group, "tables", {}).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) app.errors.log(error);
    known.latest = undefined;
    return [];
  });
  known.latest = { at: now, tables };
  return tables;
}
