import { blocksWithLogs } from "../../history/query/logBlocks";
import type { LogIndex } from "../../web3/blocks/logs";
import type { IndexLocation } from "../history/indexFile";
import { openQueries } from "../history/openIndex";

/** The events of an index that was made by `chainside index`; opened for each question, so that the newest one is asked. */
export const logIndexOf = (place: IndexLocation): LogIndex => ({
  async blocksWith(range) {
    const queries = await openQueries(place, undefined);
    try {
      return await blocksWithLogs(queries, range);
    } finally {
      await queries.close();
    }
  },
});
