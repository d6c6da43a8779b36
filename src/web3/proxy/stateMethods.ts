import { type ExecutionRecording, isCreation, type RecordingChanges } from "../../chain/dev/executionRecording";
import { hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { Executions, PastAccount } from "../execution/executions";
import { accessListOf } from "../execution/touchedState";
import type { AnswerContext } from "../model/answerContext";
import { failedExecution } from "../model/failure";
import {
  type CallRequest,
  isObject,
  readAddress,
  readBlockReference,
  readCallRequest,
  readData,
  readHash,
  readQuantity,
  shownValue,
  wireCall,
} from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";
import { type ProxyMethods, type ProxyParts, pastHeight } from "./proxyParts";

const maxAccounts = 100;
const maxSlots = 10_000;

/**
 * The third parameter of `eth_call`, for a run of its own; undefined where there is none.
 * @throws Web3Error −32602 for what can't be put in the place of state
 */
export function readOverrides(value: unknown): RecordingChanges | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalidParams("invalid argument: state overrides must be an object");
  const accounts = Object.entries(value);
  if (accounts.length === 0) return undefined;
  if (accounts.length > maxAccounts) throw invalidParams(`more than ${maxAccounts} state overrides`);
  const code: Record<string, string> = {};
  const storage: Record<string, Record<string, string>> = {};
  const balances: Record<string, string> = {};
  for (const [name, account] of accounts) {
    const address = readAddress(name);
    if (!isObject(account)) throw invalidParams(`invalid argument: the override of ${address} must be an object`);
    const unknown = Object.keys(account).find((each) => !["balance", "code", "stateDiff", "nonce"].includes(each));
    if (unknown !== undefined) throw invalidParams(`the override ${shownValue(unknown)} isn't supported`);
    if (account["balance"] !== undefined) balances[address] = String(readQuantity(account["balance"], "balance"));
    if (account["code"] !== undefined) code[address] = readData(account["code"], "code");
    const { stateDiff } = account;
    if (stateDiff === undefined) continue;
    if (!isObject(stateDiff) || Object.keys(stateDiff).length > maxSlots)
      throw invalidParams("invalid argument: stateDiff must be an object of slots");
    storage[address] = Object.fromEntries(
      Object.entries(stateDiff).map(([slot, word]) => [readHash(slot, "slot"), readHash(word, "word")]),
    );
  }
  return { code, storage, balances };
}

/** Gas of any transaction on Ethereum, of each byte of its data, of a deployment, and of each word of its code (EIP-2028, EIP-3860). */
const gas = { transaction: 21_000n, zero: 4n, other: 16n, creation: 32_000n, codeWord: 2n, token: 10n };

/**
 * What Ethereum's tools take for the least gas of a transaction, below which some of them refuse to send it. FISCO BCOS asks less.
 */
function intrinsicGas({ to, data }: Pick<CallRequest, "to" | "data">): bigint {
  const bytes = hexToBytes(data);
  let zeros = 0n;
  for (const byte of bytes) if (byte === 0) zeros++;
  const others = BigInt(bytes.length) - zeros;
  const words = (BigInt(bytes.length) + 31n) / 32n;
  const creation = to === undefined ? gas.creation + gas.codeWord * words : 0n;
  const standard = gas.transaction + zeros * gas.zero + others * gas.other + creation;
  // EIP-7623
  const floor = gas.transaction + gas.token * (zeros + 4n * others);
  return standard > floor ? standard : floor;
}

/**
 * An estimate with room. A node's is what one run uses: where the gas limit holds (data version 3.17.0), nested calls leave a 64th behind,
 * and what was given back at the end was needed before.
 */
function withRoom(estimate: bigint, request: CallRequest): bigint {
  const roomy = (estimate * 13n + 9n) / 10n;
  const minimum = intrinsicGas(request);
  const wanted = roomy > minimum ? roomy : minimum;
  const { gas: limit } = request;
  return limit !== undefined && limit > 0n && wanted > limit && limit >= estimate ? limit : wanted;
}

/** What the gas limit of a block is said to be: the classic executor asks no gas limit of a transaction. */
const blockGasLimit = 30_000_000n;

const needsExecution = (what: string): Web3Error =>
  new Web3Error(
    errorCodes.server,
    `${what}: a FISCO BCOS node answers on its latest block only; start the proxy with the node's FISCO BCOS address (--url) to re-execute blocks`,
  );

/** What a call returned; of code that makes a contract, what that code returned. @throws Web3Error for a call that failed */
async function outputOf(recording: ExecutionRecording): Promise<string> {
  const { status, output, frames } = recording;
  if (status !== 0) throw await failedExecution(status, output);
  const [first] = frames;
  return first && isCreation(first) ? first.output : output;
}

/** Accounts, calls, estimates: on the state of now by the node, on another one by a run of its own. */
export function stateMethods(parts: ProxyParts): ProxyMethods {
  const { node, head, queue, executions } = parts;

  const required = (what: string): Executions => {
    if (!executions) throw needsExecution(what);
    return executions;
  };

  /** An account at the block that is meant, where that isn't the latest one. */
  const past = async (address: string, block: unknown, context: AnswerContext): Promise<PastAccount | undefined> => {
    const number = await pastHeight(parts, readBlockReference(block), context);
    if (number === undefined) return undefined;
    const account = await required("historical state not available").account(address, number);
    context.madeUp.add("re-executed");
    return account;
  };

  const now = (method: string, params: readonly unknown[], { signal }: AnswerContext): Promise<unknown> =>
    node.request(method, [...params, "latest"], signal);

  /** The same of an account, by a run of its own where the node doesn't tell it: over the FISCO BCOS interface. */
  const ofAccount = async (
    method: string,
    params: readonly [string, ...unknown[]],
    read: (account: PastAccount) => string,
    context: AnswerContext,
  ): Promise<unknown> => {
    try {
      return await now(method, params, context);
    } catch (error) {
      if (!executions || !(error instanceof Web3Error) || error.code !== errorCodes.methodNotFound) throw error;
      context.madeUp.add("re-executed");
      return read(await executions.account(params[0], await head.height()));
    }
  };

  /** No block tells what an account was given beside transactions, as an embedded chain gives it: then its past isn't known. */
  const requireSameBalance = async (address: string, current: bigint): Promise<void> => {
    const { balance } = await required("historical state not available").account(address, await head.height());
    if (balance === current) return;
    throw new Web3Error(
      errorCodes.server,
      `historical state not available: by its transactions ${address} would have ${balance} wei now, but it has ${current}`,
    );
  };

  /** A run of its own, where the node can't answer: on another state, on a changed one, or of code without an address. */
  const recorded = async (
    params: readonly unknown[],
    request: CallRequest,
    context: AnswerContext,
  ): Promise<ExecutionRecording | undefined> => {
    const changes = readOverrides(params[2]);
    if (isObject(params[3]) && Object.keys(params[3]).length > 0)
      throw new Web3Error(errorCodes.invalidParams, "block overrides aren't supported");
    const number = await pastHeight(parts, readBlockReference(params[1]), context);
    if (number !== undefined) {
      context.madeUp.add("re-executed");
      return required("historical state not available").call(request, number, changes);
    }
    if (!changes && (request.to !== undefined || !executions)) return undefined;
    context.madeUp.add("re-executed");
    return required("state overrides").callNow(request, await head.height(), changes);
  };

  const call = async (params: readonly unknown[], context: AnswerContext): Promise<unknown> => {
    const request = readCallRequest(params[0]);
    const recording = await recorded(params, request, context);
    return recording ? outputOf(recording) : now("eth_call", [wireCall(request)], context);
  };

  const estimated = async (request: CallRequest, context: AnswerContext): Promise<bigint> => {
    try {
      return readQuantity(await now("eth_estimateGas", [wireCall(request)], context), "gas");
    } catch (error) {
      // the classic executor runs no deployment as a call (docs/protocol/web3-rpc.md)
      if (request.to !== undefined || !(error instanceof Web3Error) || error.code !== errorCodes.internal) throw error;
      return blockGasLimit;
    }
  };

  const estimate = async (params: readonly unknown[], context: AnswerContext): Promise<string> => {
    const request = readCallRequest(params[0]);
    const isElsewhere =
      readOverrides(params[2]) !== undefined ||
      (await pastHeight(parts, readBlockReference(params[1]), context)) !== undefined;
    const recording = isElsewhere ? await recorded(params, request, context) : undefined;
    if (recording) await outputOf(recording);
    const gas = recording ? BigInt(recording.gasUsed) : await estimated(request, context);
    context.madeUp.add("estimate-room");
    return numberToHex(withRoom(gas, request));
  };

  const accessList = async (params: readonly unknown[], context: AnswerContext): Promise<object> => {
    const request = readCallRequest(params[0]);
    const number = await pastHeight(parts, readBlockReference(params[1]), context);
    const own = required("eth_createAccessList");
    context.madeUp.add("re-executed");
    const recording =
      number === undefined ? await own.callNow(request, await head.height()) : await own.call(request, number);
    const failure = recording.status === 0 ? undefined : await failedExecution(recording.status, recording.output);
    return {
      accessList: accessListOf(recording),
      gasUsed: numberToHex(BigInt(recording.gasUsed)),
      ...(failure ? { error: failure.message } : {}),
    };
  };

  return {
    eth_getBalance: async ([owner, block], context) => {
      const address = readAddress(owner);
      const account = await past(address, block, context);
      const current = await now("eth_getBalance", [address], context);
      if (!account) return current;
      await requireSameBalance(address, readQuantity(current, "balance"));
      return numberToHex(account.balance);
    },
    eth_getCode: async ([owner, block], context) => {
      const address = readAddress(owner);
      return (await past(address, block, context))?.code ?? now("eth_getCode", [address], context);
    },
    eth_getStorageAt: async ([owner, slot, block], context) => {
      const address = readAddress(owner);
      const position = readQuantity(slot, "position");
      const account = await past(address, block, context);
      if (account) return account.word(position);
      const word = position.toString(16).padStart(64, "0");
      return ofAccount("eth_getStorageAt", [address, `0x${word}`], (known) => known.word(position), context);
    },
    eth_getTransactionCount: async ([owner, block], context) => {
      const address = readAddress(owner);
      const account = await past(address, block, context);
      if (account) return numberToHex(account.nonce);
      const isPending = readBlockReference(block).kind === "pending" && node.takesTransactions;
      if (!isPending)
        return ofAccount("eth_getTransactionCount", [address], ({ nonce }) => numberToHex(nonce), context);
      const counted = await node.request("eth_getTransactionCount", [address, "pending"], context.signal);
      const known = readQuantity(counted, "nonce");
      const next = queue.next(address, known);
      if (next !== known) context.madeUp.add("held");
      return numberToHex(next);
    },
    eth_call: call,
    eth_estimateGas: estimate,
    eth_createAccessList: accessList,
  };
}
