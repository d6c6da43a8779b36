import { transactionStatus } from "../../chain/transaction/transactionStatus";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { accountStatus } from "./accountStatus";
import { mayCallMethod, readContractAuth } from "./auth/contractAuthTable";
import { mayDeploy } from "./auth/deployAuth";
import { decodeArguments } from "./host/abiBytes";
import { committeeAddress, isSystemAddress } from "./host/addresses";
import { encodeCall, encodeError } from "./host/contract";
import type { PrecompiledHost } from "./host/host";
import { Refusal } from "./host/refusal";
import { dataVersion } from "./host/versions";

/** A message that is about to run, as the permission checks see it. Addresses are 40 hex digits. */
export interface CheckedMessage {
  readonly to: string;
  readonly sender: string;
  readonly origin: string;
  readonly input: Uint8Array;
  readonly isStatic: boolean;
  readonly isCreate: boolean;
  /** The transaction itself, not a message inside it. */
  readonly isTopLevel: boolean;
  /** Runs another contract's code in the caller's place: permissions aren't asked. */
  readonly isDelegate: boolean;
}

/** Why a message must not run: what its receipt carries. */
export interface Denial {
  readonly status: number;
  readonly output: Uint8Array;
}

const { permissionDenied, contractFrozen, accountFrozen, accountAbolished, contractAbolished } = transactionStatus;

/** Whether the baseline executor refuses in the words of bugfix_auth_check, which end without a full stop. */
const refusesAnew = ({ block }: PrecompiledHost): boolean =>
  block.executorVersion === 1 && block.hasFeature("bugfix_auth_check");

function deny(host: PrecompiledHost, status: number, usual: string): Denial {
  const words = !refusesAnew(host)
    ? usual
    : status === accountFrozen || status === accountAbolished
      ? "Account's status is abnormal"
      : usual.replace(/\.$/, "");
  const output = host.block.version >= dataVersion.v3_1 ? encodeError(host.suite, words) : new Uint8Array();
  return { status, output };
}

function checkAccount(host: PrecompiledHost, message: CheckedMessage): Denial | undefined {
  if (!message.isTopLevel || message.isStatic || host.block.version < dataVersion.v3_1) return undefined;
  const status = accountStatus(host, message.origin);
  if (status === 1) return deny(host, accountFrozen, "Account is frozen.");
  if (status === 2) return deny(host, accountAbolished, "Account is abolished.");
  return undefined;
}

function checkContract(host: PrecompiledHost, message: CheckedMessage): Denial | undefined {
  const status = readContractAuth(host, message.to)?.status ?? 0;
  if (status === 2) return deny(host, contractAbolished, "Contract is abolished.");
  if (status !== 1) return undefined;
  // From data version 3.2 on the node leaves the call's input in the output.
  if (host.block.version >= dataVersion.v3_2 && !refusesAnew(host))
    return { status: contractFrozen, output: message.input };
  return deny(host, contractFrozen, "Contract is frozen.");
}

/** Whose right to call is asked for: that changed twice. */
function askedAccounts(host: PrecompiledHost, message: CheckedMessage): string[] {
  if (host.block.hasFeature("bugfix_method_auth_sender")) return [message.sender];
  return host.block.version >= dataVersion.v3_2 ? [message.origin, message.sender] : [message.origin];
}

function checkMethod(host: PrecompiledHost, message: CheckedMessage): Denial | undefined {
  if (message.isStatic) return undefined;
  const selector = bytesToHexDigits(message.input.subarray(0, 4));
  const denied = askedAccounts(host, message).some((one) => !mayCallMethod(host, message.to, selector, one));
  return denied ? deny(host, permissionDenied, "Call permission denied.") : undefined;
}

/**
 * Asks whether a message may run, in the node's order: account, deployment, contract, function
 * (docs/protocol/built-in-contracts.md, "Permissions"). Undefined: it may.
 */
export function checkMessage(host: PrecompiledHost, message: CheckedMessage): Denial | undefined {
  if (!host.block.authCheck) return undefined;
  const account = checkAccount(host, message);
  if (account) return account;
  if (message.isCreate) {
    return mayDeploy(host, message.origin) ? undefined : deny(host, permissionDenied, "Create permission denied.");
  }
  if (message.isDelegate || isSystemAddress(message.to)) return undefined;
  return checkContract(host, message) ?? checkMethod(host, message);
}

/**
 * The governors' addresses, asked of the committee as the node does.
 * @throws Refusal when there is no committee.
 */
export async function readGovernors(host: PrecompiledHost, asker: string): Promise<string[]> {
  const ask = async (to: string, signature: string, missing: string): Promise<Uint8Array> => {
    const input = encodeCall(host.suite, signature, []);
    const { status, output } = await host.call({ to, sender: asker, input, isStatic: true });
    if (status !== 0) throw new Refusal(missing);
    return output;
  };
  const found = await ask(committeeAddress, "_committee()", "Get committee failed.");
  const [committee] = decodeArguments("address", found);
  const info = await ask(String(committee), "getCommitteeInfo()", "Get committee info failed.");
  const governors = decodeArguments("uint8,uint8,address[],uint32[]", info)[2];
  return Array.isArray(governors) ? governors.map(String) : [];
}
