import { bytesToHex, hexToBytes, isHexDigits } from "../../../crypto/bytes/hex";
import { behaves } from "../../../facts/releases/releases";
import { invalidRequest, RpcError } from "../../errors/rpcError";
import { readChainRules } from "../../execution/chainRules";
import { abiTable, readAccount, readCode } from "../../execution/flatStateManager";
import { hidesAccount, messageRules } from "../../execution/messageRules";
import { recipientAddress } from "../../execution/transactionExecutor";
import type { Group } from "../../ledger/group";
import type { Handler, Parameters } from "../envelope";
import { lenientBytes } from "../wireConversions";
import { decodeHex, type NodeContext } from "./nodeContext";

/** What stands for an address where nothing can be: a text of another length than an address, since 3.17. */
const nowhere = "f".repeat(40);

/**
 * The baseline executor turns an address into bytes first and fails on what is none; the classic one looks a name up. Since 3.17 only what
 * has the length of an address is turned into bytes.
 */
function requireAddressText(group: Group, text: string): void {
  const digits = text.replace(/^0[xX]/, "");
  if (behaves(group.settings.nodeVersion, "callsAnyName") && digits.length !== 40) return;
  if (group.isBaseline && (!isHexDigits(digits) || digits.length % 2 !== 0)) throw invalidRequest("std::exception");
}

function account(group: Group, p: Parameters): string {
  const text = p.text(2);
  if (text === "") return "";
  requireAddressText(group, text);
  return calledAddress(group, text)
    .replace(/^0[xX]/, "")
    .toLowerCase();
}

/** The address that a text names: since 3.17 the classic executor finds built-in contracts by shortened ones, the baseline one nothing. */
export function calledAddress(group: Group, text: string): string {
  const digits = text.replace(/^0[xX]/, "");
  if (text === "" || !behaves(group.settings.nodeVersion, "callsAnyName")) return recipientAddress(text) ?? "";
  if (group.isBaseline) return digits.length === 40 ? (recipientAddress(text) ?? "") : nowhere;
  return digits.length === 40 ? text : (recipientAddress(text) ?? text);
}

/** The code of an account as questions show it: the mark of one that only holds a balance is hidden where contracts don't see it. */
export function shownCode(group: Group, address: string): Uint8Array {
  const code = readCode(group.sealed, address);
  if (code.length === 0) return code;
  return hidesAccount(messageRules(readChainRules(group.store, group.blocks.head + 1)), code)
    ? new Uint8Array(0)
    : code;
}

/** What the caller of a signed `call` signs: the text of `to` without prefix, then the data (transaction-encoding.md, "Signed call"). */
function signedCallText(to: string, data: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(to.replace(/^0[xX]/, ""));
  const out = new Uint8Array(text.length + data.length);
  out.set(text);
  out.set(data, text.length);
  return out;
}

function safeHex(text: string): Uint8Array {
  try {
    return hexToBytes(text);
  } catch {
    return new Uint8Array(0);
  }
}

/** Code, interfaces and calls on the latest block (json-rpc.md, "Calls"). */
export function stateMethods(node: NodeContext): Record<string, Handler> {
  const { suite } = node.network;
  return {
    getCode: (p) => {
      const group = node.exactGroup("getCode", p);
      const code = shownCode(group, account(group, p));
      return code.length > 0 ? bytesToHex(code) : "";
    },
    getABI: (p) => {
      const group = node.exactGroup("getABI", p);
      const codeHash = readAccount(group.sealed, account(group, p))?.codeHash;
      return (codeHash && group.sealed.get(abiTable, codeHash)) || "";
    },
    call: async (p) => {
      const group = node.groupOf("call", p);
      const data = decodeHex(p.text(3));
      const to = p.text(2);
      let sender = "";
      if (p.length === 5 && node.since("3.4.0")) {
        const isLenient = behaves(group.settings.nodeVersion, "lenientRawHex");
        const signature = isLenient ? lenientBytes(p.text(4)) : safeHex(p.text(4));
        const key = suite.signer(suite.hash(signedCallText(to, data)), signature);
        if (!key) throw new RpcError(10008, "Invalid signature");
        sender = suite.address(key).slice(2);
      }
      requireAddressText(group, to);
      if (to === "" && !group.isBaseline) throw new RpcError(-70000, "Call address is empty");
      const named = behaves(group.settings.nodeVersion, "callsAnyName") && to !== "" ? calledAddress(group, to) : to;
      const asked = { sender, to: named, input: data, abi: "", value: 0n, ethereumNonce: undefined };
      const { blockNumber, result } = await group.dryRuns.call(asked, p.client);
      return { blockNumber, output: bytesToHex(result.output), status: result.status };
    },
  };
}
