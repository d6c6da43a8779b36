import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { glob } from "tinyglobby";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { IndexFollower } from "../../../../src/cli/monitor/indexFollower";
import { prepareMonitor } from "../../../../src/cli/monitor/prepareMonitor";
import { hasServer, startDatabase } from "../../../support/databaseServers";
import type { ForkChain } from "../../../support/forkChain";
import { chainWithTraffic } from "../../../support/historyTrial";
import { until } from "../../../support/until";

const folder = mkdtempSync(join(tmpdir(), "chainside-follow-"));
let chain: ForkChain;
let file = 0;
beforeAll(async () => {
  chain = await chainWithTraffic(6, 3);
});
afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

/** Settings with this index, prepared as a start does. */
function prepared(index: string): ReturnType<typeof prepareMonitor> {
  const path = join(folder, `monitor${file++}.yaml`);
  writeFileSync(path, `connections:\n  - name: a\n    url: ${chain.chain.url}\n    index: ${index}\n`);
  return prepareMonitor(path);
}

/** Follows the chain by its settings until it is whole. */
async function follow(index: string): Promise<void> {
  const [connection] = (await prepared(index)).connections;
  if (!connection?.settings.index) throw new Error("no index");
  const failures: unknown[] = [];
  const follower = new IndexFollower(
    connection.connection,
    connection.settings.index,
    folder,
    connection.indexPassword,
    {
      failed: (error) => failures.push(error),
      progress: () => undefined,
    },
  );
  follower.start();
  try {
    await until(
      () => {
        if (failures.length > 0) throw failures[0];
        const { low = 1, high = 0, height } = follower.progress ?? {};
        return low === 0 && high > 0 && high === height;
      },
      () => `it is at ${JSON.stringify(follower.progress)}`,
    );
  } finally {
    await follower.close();
  }
}

describe("an index of a monitor", () => {
  it.each(["plain.db", "sqlite:prefixed.db"])("fills a file beside the settings: %s", async (to) => {
    await follow(`{ to: "${to}" }`);
    expect(await glob([`${to.replace("sqlite:", "")}`], { cwd: folder })).toHaveLength(1);
  });

  it("fills files of Parquet in a folder beside the settings", async () => {
    await follow('{ to: "parquet:lake" }');
    expect(existsSync(join(folder, "lake/manifest.json"))).toBe(true);
    expect((await glob(["lake/blocks/**/*.parquet"], { cwd: folder })).length).toBeGreaterThan(0);
  });

  for (const engine of ["postgres", "mysql"] as const)
    it.skipIf(!hasServer(engine))(`fills a database of ${engine}, with the password of a variable`, async () => {
      const server = await startDatabase(engine);
      try {
        vi.stubEnv("CHAINSIDE_TEST_SECRET", "a password for it");
        const url = await server.userUrl("followed", "follower", "a password for it");
        await follow(`{ to: "${url}", password: { env: CHAINSIDE_TEST_SECRET } }`);
      } finally {
        await server.close();
      }
    });

  it.each([
    ['"postgres://h"', /connections a: index: .*DATABASE/],
    ['"mysql://u@h/"', /DATABASE/],
    ['"kafka://h"', /PREFIX/],
    ['"clickhouse://h"', /DATABASE/],
    ['"parquet:"', /FOLDER/],
    ['"sqlite:"', /specify a file/],
    ['"clickhouse://h/d?sslrootcert=x"', /sslrootcert/],
    ['"env:CHAINSIDE_NO_SUCH_INDEX"', /CHAINSIDE_NO_SUCH_INDEX/],
  ])("that can't be one is refused before anything starts: %s", async (to, said) => {
    await expect(prepared(`{ to: ${to} }`)).rejects.toThrow(said);
  });

  it.each(["kafka://h:9092/p", "kafkas://u@h1,h2/p?sasl=plain", "clickhouses://u@h/d", "postgres://u@h/d?schema=s"])(
    "may be at %s, also by a variable",
    async (to) => {
      expect((await prepared(`{ to: "${to}" }`)).connections).toHaveLength(1);
      vi.stubEnv("CHAINSIDE_TEST_INDEX", to);
      expect((await prepared('{ to: "env:CHAINSIDE_TEST_INDEX" }')).connections).toHaveLength(1);
    },
  );
});
