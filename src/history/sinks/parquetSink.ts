import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { writeWholeFile } from "../../files/wholeFile";
import type { RowWriter } from "../export/jsonLines";
import { parquetRowWriter } from "../export/parquet";
import type { Table } from "../store/dialect";
import { type HistorySink, positionSchema, type SinkPosition, type TableRows } from "../store/historySink";

/** Rows of all tables that go into files together, and how long new ones wait for others, in milliseconds. */
const usualRows = 400_000;
const usualMs = 60_000;
const manifestName = "manifest.json";
const unfinished = ".part";

const fileSchema = v.object({
  table: v.string(),
  path: v.string(),
  rows: v.number(),
  bytes: v.number(),
  firstBlock: v.number(),
  lastBlock: v.number(),
});
const manifestSchema = v.object({
  format: v.literal("chainside-parquet-1"),
  position: positionSchema,
  files: v.array(fileSchema),
});
type WrittenFile = v.InferOutput<typeof fileSchema>;

/** A file that grows until it is finished. */
interface OpenFile {
  readonly table: Table;
  readonly path: string;
  readonly descriptor: number;
  readonly writer: RowWriter;
  rows: number;
  bytes: number;
}

const month = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "none" : date.toISOString().slice(0, 7);
};

/**
 * Files of Parquet in folders `TABLE/month=YYYY-MM`, and a manifest that names those that count. A set of files is finished, moved to its
 * place and named in the manifest, which says up to which block they go: what isn't named there was left by a writer that ended, and is
 * removed. So each block is there once, whenever a writer ended.
 */
export class ParquetSink implements HistorySink {
  readonly #open = new Map<string, OpenFile>();
  #files: WrittenFile[] = [];
  #position: SinkPosition | undefined;
  #since = 0;
  #rows = 0;
  /** A write or its files failed halfway: what lies there counts only from the next `position` on. */
  #torn = false;

  private constructor(
    readonly label: string,
    private readonly rollRows: number,
    private readonly rollMs: number,
  ) {}

  /**
   * @param folder absolute; made where it isn't there
   * @param rollRows rows of all tables that go into files together
   * @param rollMs how long rows may wait for it
   * @throws ChainError usage `historyUnwritable`
   */
  static async open(folder: string, rollRows = usualRows, rollMs = usualMs): Promise<ParquetSink> {
    const sink = new ParquetSink(folder, rollRows, rollMs);
    await sink.#tried(() => mkdir(folder, { recursive: true }));
    return sink;
  }

  async #tried<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof ChainError || code === undefined) throw error;
      if (code === "ENOSPC") throw clientError("historyDiskFull", { path: this.label }, { cause: error });
      throw clientError("historyUnwritable", { path: this.label, reason: code }, { cause: error });
    }
  }

  async position(): Promise<SinkPosition | undefined> {
    return this.#tried(async () => {
      this.#closeAll();
      await this.#load();
      await this.#removeUnnamed();
      return this.#position;
    });
  }

  async #load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(join(this.label, manifestName), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      [this.#files, this.#position] = [[], undefined];
      return;
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    const manifest = v.safeParse(manifestSchema, json);
    if (!manifest.success) throw clientError("historyNotIndex", { path: join(this.label, manifestName) });
    [this.#files, this.#position] = [manifest.output.files, manifest.output.position];
  }

  /** Removes files of ours that the manifest doesn't name: what a writer left that ended amid a set of files. */
  async #removeUnnamed(): Promise<void> {
    const named = new Set(this.#files.map(({ path }) => path));
    for (const table of await readdir(this.label, { withFileTypes: true })) {
      if (!table.isDirectory()) continue;
      for (const folder of await readdir(join(this.label, table.name), { withFileTypes: true })) {
        if (!folder.isDirectory() || !folder.name.startsWith("month=")) continue;
        const place = `${table.name}/${folder.name}`;
        for (const file of await readdir(join(this.label, place))) {
          const isOurs = /^blocks-\d+-\d+\.parquet$|^\d+\.parquet\.part$/.test(file);
          if (isOurs && !named.has(`${place}/${file}`)) await rm(join(this.label, place, file));
        }
      }
    }
  }

  async write(all: readonly TableRows[], position: SinkPosition): Promise<void> {
    await this.#tried(async () => {
      if (this.#rows === 0) this.#since = performance.now();
      this.#torn = true;
      for (const { table, rows } of all) {
        const place = table.columns.findIndex(({ name }) => name === "time");
        for (const row of rows) {
          const file = await this.#file(table, month(Number(row[place])));
          file.writer.row(row, table.columns);
          file.rows += 1;
        }
        this.#rows += rows.length;
      }
      this.#position = position;
      this.#torn = false;
      if (this.#rows >= this.rollRows || this.#isOld) await this.flush();
    });
  }

  async #file(table: Table, ofMonth: string): Promise<OpenFile> {
    const path = `${table.name}/month=${ofMonth}`;
    const known = this.#open.get(path);
    if (known) return known;
    const folder = join(this.label, path);
    await mkdir(folder, { recursive: true });
    // one writer at a time: its number is no other's
    const descriptor = openSync(join(folder, `${process.pid}.parquet${unfinished}`), "wx");
    const file: OpenFile = {
      ...{ table, path, descriptor, rows: 0, bytes: 0 },
      writer: parquetRowWriter((piece) => {
        const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
        file.bytes += bytes.length;
      }),
    };
    this.#open.set(path, file);
    return file;
  }

  async flush(mayWait = false): Promise<void> {
    const position = this.#position;
    // a set of files for each block that a chain makes would soon be more than readers can open
    if (!position || this.#rows === 0 || this.#torn || (mayWait && !this.#isOld)) return;
    await this.#tried(async () => {
      this.#torn = true;
      const [firstBlock, lastBlock] = [this.#written, position.next - 1];
      const named: WrittenFile[] = [];
      for (const { table, path, descriptor, writer, ...file } of this.#open.values()) {
        await writer.end(table.columns);
        fsyncSync(descriptor);
        this.#open.delete(path);
        closeSync(descriptor);
        const place = `${path}/blocks-${firstBlock}-${lastBlock}.parquet`;
        await rename(join(this.label, path, `${process.pid}.parquet${unfinished}`), join(this.label, place));
        named.push({ table: table.name, path: place, firstBlock, lastBlock, rows: file.rows, bytes: file.bytes });
      }
      this.#files = [...this.#files, ...named];
      const manifest = { format: "chainside-parquet-1", position, files: this.#files };
      await writeWholeFile(join(this.label, manifestName), `${JSON.stringify(manifest, undefined, 1)}\n`);
      this.#rows = 0;
      this.#torn = false;
    });
  }

  /** Whether rows have waited long enough to get their files. */
  get #isOld(): boolean {
    return performance.now() - this.#since > this.rollMs;
  }

  /** The lowest block that no file has. */
  get #written(): number {
    return this.#files.reduce((next, { lastBlock }) => Math.max(next, lastBlock + 1), this.#position?.from ?? 0);
  }

  #closeAll(): void {
    for (const { descriptor } of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
    this.#rows = 0;
    this.#torn = false;
  }

  async close(): Promise<void> {
    this.#closeAll();
  }
}
