import { closeSync, fdatasyncSync, fstatSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openNewFile, requireOwnFile } from "../../processes/exclusive/ownFile";
import { decodeStateChanges, encodeStateChanges } from "../records/blockRecord";
import type { StateChange, StateStore } from "../state/stateStore";
import { FrameReader, framed, headSize, writeAll } from "./framedRecords";

const rowsAtOnce = 2000;
/** So many state files are kept: the second stands in for a damaged first. */
const keptFiles = 2;

/** `state-N.bin`: every row of the state after block N, in framed chunks; the last chunk is empty. */
export class StateFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of readdirSync(folder)) if (/^state-\d+\.bin\.tmp$/.test(name)) rmSync(join(folder, name));
  }

  #path(number: number): string {
    return join(this.#folder, `state-${number}.bin`);
  }

  /** Block numbers, newest first. */
  #numbers(): number[] {
    return readdirSync(this.#folder)
      .flatMap((name) => /^state-(\d+)\.bin$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => b - a);
  }

  /** The block before which nothing is read again even when the newest state file is damaged; −1 when there is none. */
  get oldest(): number {
    return this.#numbers()[keptFiles - 1] ?? -1;
  }

  /** Removes the states of blocks above the number: they belong to blocks that are lost, and others will have their numbers. */
  dropAbove(number: number): void {
    for (const at of this.#numbers()) if (at > number) rmSync(this.#path(at));
  }

  /** Fills the store from the newest whole file; gives its block number, or −1. */
  load(store: StateStore): number {
    for (const number of this.#numbers()) {
      const chunks = this.#read(number);
      if (!chunks) continue;
      for (const chunk of chunks) store.apply(chunk);
      return number;
    }
    return -1;
  }

  #read(number: number): StateChange[][] | undefined {
    requireOwnFile(this.#path(number));
    const file = openSync(this.#path(number), "r");
    try {
      const reader = new FrameReader(file, fstatSync(file).size);
      const chunks: StateChange[][] = [];
      for (let offset = 0; ; ) {
        const payload = reader.payload(offset);
        if (!payload) return undefined;
        if (payload.length === 0) return chunks;
        chunks.push(decodeStateChanges(payload));
        offset += headSize + payload.length;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Writes the state after a block; it counts only once it is whole. `flush` brings the blocks themselves to the disk first. */
  write(number: number, store: StateStore, flush: () => void): void {
    const path = this.#path(number);
    const file = openNewFile(`${path}.tmp`);
    try {
      let chunk: StateChange[] = [];
      for (const row of store.rows()) {
        chunk.push(row);
        if (chunk.length < rowsAtOnce) continue;
        writeAll(file, framed(encodeStateChanges(chunk)), null);
        chunk = [];
      }
      if (chunk.length > 0) writeAll(file, framed(encodeStateChanges(chunk)), null);
      writeAll(file, framed(), null);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    flush();
    renameSync(`${path}.tmp`, path);
    for (const old of this.#numbers().slice(keptFiles)) rmSync(this.#path(old));
  }
}
