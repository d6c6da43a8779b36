import { closeSync } from "node:fs";
import { resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { readGivenText } from "../../files/regularFile";
import { writeWholeFile } from "../../files/wholeFile";
import { lockFile } from "../../processes/exclusive/systemLock";
import { readState, SignerState, type StoredState } from "../../signing/server/signerState";
import { phrase } from "../../text/catalogue";
import { mebibyte } from "../../text/limits/sizes";
import { codeOfThrown } from "../../text/thrownText";
import { waitUntil } from "../../time/waitUntil";

const maxStateBytes = 64 * mebibyte;
const lockWait = { stepMs: 50, limitMs: 2000 };

/** A signer's state on the disk. */
interface OpenState {
  readonly state: SignerState;
  /** Lets another process have it. */
  close(): void;
}

async function stored(file: string): Promise<StoredState | undefined> {
  let text: string;
  try {
    text = await readGivenText(file, maxStateBytes);
  } catch (cause) {
    if (codeOfThrown(cause) === "ENOENT") return undefined;
    throw clientError("signerState", { file, reason: phrase("it can't be read") }, { cause });
  }
  try {
    return readState(JSON.parse(text));
  } catch (cause) {
    // Not begun anew: limits that were used up would be forgotten.
    throw clientError("signerState", { file, reason: phrase("it is damaged") }, { cause });
  }
}

/**
 * Opens the file in which a signer keeps who asked and what was counted, for this process alone.
 * @param people that the policy knows
 * @throws ChainError usage `signerState`
 */
export async function openState(path: string, people: readonly string[]): Promise<OpenState> {
  const file = resolve(path);
  const lock = await heldLock(`${file}.lock`, file);
  const close = (): void => {
    if (lock !== undefined) closeSync(lock);
  };
  try {
    const save = (state: StoredState): Promise<void> => writeWholeFile(file, JSON.stringify(state), 0o600);
    const given = await stored(file);
    const state = new SignerState({ save }, given, people);
    // What can't be written is found out before the first request.
    if (!given) await save({ version: 1, approvals: {}, day: "", counts: {} });
    return { state, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The locked file, waited for while a signer ends; undefined where this system has no locks. */
async function heldLock(path: string, file: string): Promise<number | undefined> {
  const attempt = () => {
    try {
      return lockFile(path);
    } catch (cause) {
      throw clientError("signerState", { file, reason: phrase("its folder can't be written") }, { cause });
    }
  };
  const lock = await waitUntil(async () => {
    const tried = attempt();
    return tried === "busy" ? undefined : tried;
  }, lockWait);
  if (lock === undefined) throw clientError("signerState", { file, reason: phrase("another signer uses it") });
  return lock === "unavailable" ? undefined : lock.file;
}
