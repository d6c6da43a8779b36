import * as v from "valibot";
import { getBlockHashByNumber } from "../chain/rpc/blocks";
import type { ChainSession } from "../chain/session";
import { type Settlement, settle } from "../chain/transaction/settlement";
import { signedTransaction } from "../chain/transaction/signTransaction";
import { bytesToHex, hexToBytes, isSameAddress } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { clientError } from "../errors/clientError";
import { parseBoundedJson } from "../text/limits/boundedJson";
import { mebibyte } from "../text/limits/sizes";
import { noticeEntry, outcomeEntry, type SigningAudit } from "./auditEntry";
import type { Ask, ConsentTerms } from "./consent";
import { requestFileText } from "./exportRequest";
import { type ReceivedRequest, receivedRequest } from "./received";
import { type ShownRequest, withRequest } from "./request";
import { auditedConsent, sign } from "./sign";

/** A request of a mebibyte has its bytes twice, in hex. */
export const maxRequestFileBytes = 5 * mebibyte;
const limits = { characters: maxRequestFileBytes, depth: 20, values: 20_000 };

const file = v.strictObject({
  chainside: v.literal("request"),
  version: v.literal(1),
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
  request: v.unknown(),
  signature: v.optional(v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){64,200}$/))),
});

/** A request that goes from one machine to another, as it was read and checked. */
export interface RequestFile extends ReceivedRequest {
  /** Of the account that the request names, over these bytes; undefined until it is signed. */
  readonly signature: Uint8Array | undefined;
}

function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text, limits);
  } catch (cause) {
    throw clientError("requestUnreadable", { field: "JSON" }, { cause });
  }
}

/**
 * Reads a file that came from another machine: nothing of it is believed (`receivedRequest`), its signature neither.
 * @throws ChainError usage `requestUnreadable`, `requestDiffers`, `signatureOfAnother`, and what `receivedRequest` throws
 */
export function readRequestFile(text: string): RequestFile {
  const read = v.safeParse(file, jsonOf(text));
  if (!read.success) throw clientError("requestUnreadable", { field: v.getDotPath(read.issues[0]) ?? "JSON" });
  const { hash, request, signature } = read.output;
  const received = receivedRequest(request, { hash });
  if (signature === undefined) return { ...received, signature: undefined };
  const { transaction, claimed } = received;
  const bytes = hexToBytes(signature);
  const signer = transaction.suite.signer(hexToBytes(transaction.hash), bytes);
  if (!signer || !isSameAddress(transaction.suite.address(signer), claimed.from))
    throw clientError("signatureOfAnother", { address: claimed.from });
  return { ...received, signature: bytes };
}

/** A request as `shownHere` shows it on this machine. */
type ShownHere = Omit<ShownRequest, "hash" | "part">;

/** Who signs a request that came from elsewhere, and how they agree. */
interface SigningHere {
  readonly signer: Signer;
  /** What was agreed to before, as options say it. */
  readonly before?: ConsentTerms["before"];
  readonly ask: Ask;
  readonly audit: SigningAudit | undefined;
  /** Told the request before it is asked about. */
  readonly onRequest?: (request: ShownRequest) => Promise<void>;
}

/**
 * Signs a request that came from elsewhere, after consent: the bytes that were read, and nothing else. It needs no chain.
 * @returns the content of the signed file: what was read, so that its next reader checks the same
 * @throws NoConsent; ChainError usage `requestOfAnother`, `auditUnwritable`; what the signer throws
 */
export async function signRequestFile(
  { transaction, claimed }: RequestFile,
  shown: ShownHere,
  here: SigningHere,
): Promise<string> {
  const { signer, before = {}, ask, audit, onRequest } = here;
  if (!isSameAddress(signer.address, claimed.from)) throw clientError("requestOfAnother", { address: claimed.from });
  const terms = { access: "confirm" as const, connection: transaction.data.chainId, before };
  await audit?.check();
  const signature = await withRequest(shown, async (request) => {
    await onRequest?.(request);
    return sign(request, await auditedConsent(request, terms, ask, audit), signer, audit);
  });
  return requestFileText(claimed, transaction.hash, bytesToHex(signature));
}

/** @throws ChainError usage `requestOfOtherChain` where the session is of another chain than the bytes; what asking for block 0 throws */
async function requireItsChain(session: ChainSession, { transaction, claimed }: RequestFile): Promise<void> {
  const { chainId, groupId } = transaction.data;
  const other = (wanted: string, found: string): Error => clientError("requestOfOtherChain", { wanted, found });
  const [wanted, found] = [`${chainId} · ${groupId}`, `${session.chainId} · ${session.groupId}`];
  if (wanted !== found) throw other(wanted, found);
  if (transaction.suite.name !== session.suite.name) throw other(transaction.suite.name, session.suite.name);
  const { genesisHash } = claimed.chain;
  if (genesisHash === undefined) return;
  const genesis = await getBlockHashByNumber(session.client, 0);
  if (genesis.toLowerCase() !== genesisHash.toLowerCase()) throw other(genesisHash, genesis);
}

/** Where a signed request is sent. */
interface SendingHere {
  readonly session: ChainSession;
  /** The connection, as the person knows it. */
  readonly connection: string;
  readonly audit: SigningAudit | undefined;
  readonly signal?: AbortSignal;
  /** Told that it is of this chain, before it is sent; what it throws keeps it from that. */
  readonly onRequest?: (request: ShownRequest) => Promise<void>;
  /** Told what became of it, whatever that is. It is waited for. */
  readonly onSettled?: (settlement: Settlement) => Promise<void>;
}

/**
 * Sends a request that was signed elsewhere, once, and says what became of it. The same bytes can't be executed twice.
 * @throws ChainError usage `requestUnsigned`, `requestOfOtherChain`, `auditUnwritable`
 */
export async function sendRequestFile(request: RequestFile, shown: ShownHere, here: SendingHere): Promise<Settlement> {
  const { transaction, signature } = request;
  const { session, connection, audit, signal, onRequest, onSettled } = here;
  if (!signature) throw clientError("requestUnsigned", {});
  await requireItsChain(session, request);
  const place = { ...shown.place, connection };
  await withRequest({ ...shown, place }, async (asked) => {
    await onRequest?.(asked);
    await audit?.write(noticeEntry("sent", asked, audit.front));
  });
  const settled = await settle(session, signedTransaction(transaction, signature), signal ? { signal } : {});
  await audit?.write(outcomeEntry(transaction.hash, settled)).catch(audit.lost);
  await onSettled?.(settled);
  return settled;
}
