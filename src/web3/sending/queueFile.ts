import { closeSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { writeWholeFile } from "../../files/wholeFile";
import { lockFile } from "../../processes/exclusive/systemLock";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { isObject } from "../model/values";
import type { KeptTransaction, QueueEvent, QueueStore } from "./transactionQueue";

const format = 1;
/** Readable by its owner alone: signed transactions can be sent by every program that has them. */
const mode = 0o600;

/** The chain whose transactions wait. */
interface QueuedChain {
  /** Decimal. */
  readonly chainId: string;
  /** Hash by which block 1 names block 0; empty as long as there is no block 1. */
  readonly genesis: string;
}

/** @throws ChainError usage `unreadableFile` */
function kept(text: string, path: string, { chainId, genesis }: QueuedChain): KeptTransaction[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw clientError("unreadableFile", { path }, { cause });
  }
  if (!isObject(content) || content["format"] !== format || !Array.isArray(content["transactions"]))
    throw clientError("unreadableFile", { path });
  const { genesis: before } = content;
  if (content["chainId"] !== chainId || (before !== "" && before !== genesis)) return [];
  return content["transactions"].flatMap((each: unknown) =>
    isObject(each) && typeof each["raw"] === "string" && typeof each["at"] === "number"
      ? [{ raw: each["raw"], at: each["at"] }]
      : [],
  );
}

/**
 * A file with the transactions that wait, whole or as it was. What it has of another chain is left out: many chains have the same chain ID,
 * and what was signed for one could run on another.
 */
export function queueFile(path: string, chain: QueuedChain): QueueStore {
  return {
    async read() {
      let text: string;
      try {
        text = await readGivenText(path, maxBytes.artifact);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw clientError("unreadableFile", { path }, { cause: error });
      }
      return kept(text, path, chain);
    },
    write: (transactions) =>
      writeWholeFile(path, `${JSON.stringify({ format, ...chain, transactions }, undefined, 2)}\n`, mode),
  };
}

/**
 * Takes the file for one proxy alone: another one would write its own over it.
 * @returns what gives it free again
 * @throws ChainError usage `proxyStateInUse`
 */
export function holdQueueFile(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const lock = lockFile(`${path}.lock`);
  if (lock === "busy") throw clientError("proxyStateInUse", { path });
  let file = lock === "unavailable" ? undefined : lock.file;
  return () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
}

/** What became of a transaction, for people. */
export function transactionText({ kind, hash, from, nonce, reason = "" }: QueueEvent): string {
  switch (kind) {
    case "held":
      return visibleLine(t("Held: {0}, nonce {1} of {2}: {3}", hash, String(nonce), from, reason));
    case "passed":
      return visibleLine(t("Passed on: {0}, nonce {1} of {2}", hash, String(nonce), from));
    case "mined":
      return visibleLine(t("In a block: {0}, nonce {1} of {2}", hash, String(nonce), from));
    case "dropped":
      return visibleLine(t("Dropped: {0}, nonce {1} of {2}: {3}", hash, String(nonce), from, reason));
  }
}
