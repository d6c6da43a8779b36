// ClickHouse's engine (chdb of PyPI) behind HTTP, for tests; ended by the test that started it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonPackages } from "./pythonPackages";

export interface Clickhouse {
  /** Host and port. */
  readonly address: string;
  /** Rows that a query gives, as JSON has them. */
  ask(database: string, sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function startClickhouse(): Promise<Clickhouse> {
  const folder = mkdtempSync(join(tmpdir(), "chainside-clickhouse-"));
  const packages = await pythonPackages("chdb==4.4.0", "chdb-core==26.9.0");
  const child = spawn("python3", [join(import.meta.dirname, "clickhouse.py"), join(folder, "data")], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await Promise.race([once(child.stdout, "data"), once(child, "exit")])) as [Buffer | number];
  if (typeof said === "number") throw new Error(`ended with ${said}`);
  const address = `127.0.0.1:${said.toString().trim()}`;
  return {
    address,
    async ask(database, sql) {
      const answer = await fetch(`http://${address}/?database=${database}`, { method: "POST", body: sql });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
