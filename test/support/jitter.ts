// Races show on a busy machine, one in an hour. With CHAINSIDE_TEST_JITTER=400, whatever a test doesn't wait for comes up to so many
// milliseconds later than it does otherwise: answers of servers in this process, and questions.
import { ServerResponse } from "node:http";

const max = Number(process.env["CHAINSIDE_TEST_JITTER"] ?? 0);

/** One that is late in four, as on a busy machine; undefined where nothing is to be late. */
export function jitter(): Promise<void> | undefined {
  if (max <= 0 || Math.random() > 0.25) return undefined;
  return new Promise((done) => setTimeout(done, Math.random() * max));
}

/** Once in a process, however many files of tests it runs. */
const place = globalThis as { chainsideJitter?: boolean };
if (max > 0 && !place.chainsideJitter) {
  place.chainsideJitter = true;
  const end = ServerResponse.prototype.end as (this: ServerResponse, ...given: unknown[]) => ServerResponse;
  Object.assign(ServerResponse.prototype, {
    end(this: ServerResponse, ...given: unknown[]): ServerResponse {
      const late = jitter();
      if (!late) return end.apply(this, given);
      void late.then(() => end.apply(this, given));
      return this;
    },
  });
}
