import type { Settlement } from "../chain/transaction/settlement";
import type { ReadableCall, ReadableRequest } from "../crypto/readableRequest";
import type { ChainError } from "../errors/chainError";
import { shortened } from "../text/shortText";
import { codeOfThrown } from "../text/thrownText";
import type { Basis } from "./consent";
import { readableRequest, type ShownRequest } from "./request";

/** By what a person was asked, or could have been. */
export type Front = "editor" | "chat" | "terminal" | "assistant" | "signer";

/** What became of a signature that was agreed to. @public Its members stand in the log. */
type AuditOutcome =
  | { readonly kind: "inBlock"; readonly block: number; readonly status: number }
  | { readonly kind: "refused"; readonly by: string; readonly code: number | string }
  | { readonly kind: "expired"; readonly proof: string }
  | { readonly kind: "unknown"; readonly code: number | string }
  /** The signer gave no signature. */
  | { readonly kind: "unsigned"; readonly code: number | string };

/** A line of the log, before it has its place in it. @public Its members stand in the log. */
export type AuditEntry =
  | {
      /** `call`: to a signed call, a read whose caller the node believes. */
      readonly event: "consent" | "call";
      readonly hash: string;
      readonly connection: string;
      readonly consent: { readonly front: Front; readonly by: Basis };
      readonly signer: { readonly address: string; readonly label?: string };
      readonly request: object;
    }
  | {
      readonly event: "declined";
      readonly hash: string;
      readonly connection: string;
      readonly front: Front;
      readonly code: number | string;
      readonly request: object;
    }
  | {
      /** `exported`: to be signed elsewhere; `sent`: it was signed elsewhere. */
      readonly event: "exported" | "sent";
      readonly hash: string;
      readonly connection: string;
      readonly front: Front;
      readonly request: object;
    }
  | {
      /** Before a run of `chainside load`, which has no lines of single transactions. */
      readonly event: "load";
      readonly run: string;
      readonly connection: string;
      readonly consent: { readonly front: Front; readonly by: Basis };
      readonly accounts: readonly string[];
      readonly request: object;
    }
  | {
      readonly event: "loaded";
      readonly run: string;
      /** The contract that was called. */
      readonly to: string;
      readonly sent: number;
      readonly succeeded: number;
    }
  | { readonly event: "outcome"; readonly hash: string; readonly outcome: AuditOutcome };

/** Where it is written down who agreed to what, and what became of it. */
export interface SigningAudit {
  readonly front: Front;
  /** Whether it can be written at all, before anything is asked or signed. @throws as `write` */
  check(): Promise<void>;
  /** @throws ChainError usage `auditUnwritable`: nothing is signed then */
  write(entry: AuditEntry): Promise<void>;
  /** Told that what came after a signature couldn't be written. */
  lost(error: unknown): void;
}

/** How much of a request a line holds. */
const limits = { sentence: 2000, value: 500, values: 50, bytes: 8 * 1024 } as const;

/** A request as a line keeps it: whole where it is short, else by its beginnings; what was signed always by its hash. */
function recorded(request: ReadableRequest): object {
  const { sentence, data, transaction, arguments: values, consequences, ...rest } = request;
  const { sentence: maxLength, value: maxValueLength, values: count, bytes } = limits;
  return {
    ...rest,
    sentence: shortened(sentence, maxLength),
    ...(values
      ? {
          arguments: values.slice(0, count).map((each) => ({ ...each, value: shortened(each.value, maxValueLength) })),
          ...(values.length > count ? { argumentCount: values.length } : {}),
        }
      : {}),
    consequences: consequences.slice(0, count).map((each) => shortened(each, maxValueLength)),
    data: { bytes: data.bytes, hash: data.hash },
    ...(transaction.length <= 2 * bytes ? { transaction } : {}),
  };
}

/** What an error is called. */
const codeOf = (error: unknown): number | string => {
  const code = codeOfThrown(error);
  return typeof code === "number" || typeof code === "string" ? code : "error";
};

/** Before a signature: what was agreed to, by whom. */
export const consentEntry = (request: ShownRequest, front: Front, by: Basis): AuditEntry => ({
  event: "consent",
  hash: request.hash,
  connection: request.place.connection,
  consent: { front, by },
  signer: { address: request.from?.address ?? "", ...(request.from?.label ? { label: request.from.label } : {}) },
  request: recorded(readableRequest(request)),
});

/** Why there was no consent. */
export const declinedEntry = (request: ShownRequest, front: Front, error: unknown): AuditEntry => ({
  event: "declined",
  hash: request.hash,
  connection: request.place.connection,
  front,
  code: codeOf(error),
  request: recorded(readableRequest(request)),
});

/** That a request goes elsewhere, or came signed from there. */
export const noticeEntry = (event: "exported" | "sent", request: ShownRequest, front: Front): AuditEntry => ({
  event,
  hash: request.hash,
  connection: request.place.connection,
  front,
  request: recorded(readableRequest(request)),
});

/** Before a call is signed. Of its data the line holds the function's selector, the length and the hash. */
export function callEntry(
  hash: string,
  call: ReadableCall,
  front: Front,
  { connection, by, label }: { readonly connection: string; readonly by: Basis; readonly label?: string },
): AuditEntry {
  const { sentence, data, from, ...rest } = call;
  return {
    event: "call",
    hash,
    connection,
    consent: { front, by },
    signer: { address: from, ...(label ? { label } : {}) },
    request: {
      ...rest,
      sentence: shortened(sentence, limits.sentence),
      selector: data.hex.slice(0, 10),
      data: { bytes: data.bytes, hash: data.hash },
    },
  };
}

/** What a load comes to, before its first transaction. @public Its members stand in the log. */
interface LoadRun {
  readonly run: string;
  readonly connection: string;
  readonly by: Basis;
  /** Those whose keys the person named; beside them sign so many that the run makes and forgets. */
  readonly accounts: readonly string[];
  readonly freshAccounts: number;
  readonly chain: { readonly chainId: string; readonly groupId: string };
  readonly workload: string;
  /** The contract as the person named it; undefined where the run chooses or deploys one. */
  readonly contract?: string;
  /** How many transactions at most, where that is limited; for how long, and how many a second. */
  readonly count?: number;
  readonly seconds: number;
  readonly rate?: number;
}

export const loadEntry = ({ run, connection, by, accounts, ...request }: LoadRun, front: Front): AuditEntry => ({
  event: "load",
  run,
  connection,
  consent: { front, by },
  accounts: accounts.slice(0, limits.values),
  request: { ...request, accountCount: accounts.length },
});

/** What became of a transaction. Words of nodes aren't kept: what they mean stands in their code. */
export function outcomeEntry(hash: string, settlement: Settlement): AuditEntry {
  return { event: "outcome", hash, outcome: outcomeOf(settlement) };
}

/** The signer gave none, for this reason. */
export const unsignedEntry = (hash: string, error: unknown): AuditEntry => ({
  event: "outcome",
  hash,
  outcome: { kind: "unsigned", code: codeOf(error) },
});

function outcomeOf(settlement: Settlement): AuditOutcome {
  const codeIn = ({ code }: ChainError): number | string => code;
  switch (settlement.kind) {
    case "inBlock":
      return { kind: "inBlock", block: settlement.receipt.blockNumber, status: settlement.receipt.status };
    case "refused":
      return { kind: "refused", by: settlement.by, code: codeIn(settlement.error) };
    case "expired":
      return { kind: "expired", proof: settlement.proof };
    case "unknown":
      return { kind: "unknown", code: codeIn(settlement.error) };
  }
}
