import { hexToBytes } from "../../../crypto/bytes/hex";
import { atLeast } from "../../../text/versions";
import { groupNotExist, nodeNotExist } from "../../errors/rpcError";
import type { Group } from "../../ledger/group";
import { groupNamed, type Network } from "../../nodes/network";
import type { Parameters } from "../envelope";
import type { AnswerStyle } from "../receiptJson";
import { ConversionError, NoHexDigit } from "../wireConversions";

/**
 * Bytes of call data or of a transaction; the prefix can only be `0x`.
 * @throws ConversionError when the text is empty, of odd length or no
 * hex.
 */
export function decodeHex(text: string): Uint8Array {
  if (text === "" || Buffer.byteLength(text) % 2 !== 0) throw new ConversionError("Unexpect hex string");
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  const wrongDigit = /[^0-9a-fA-F]/.exec(digits);
  if (wrongDigit) throw new NoHexDigit(wrongDigit[0]);
  return hexToBytes(`0x${digits}`);
}

/** What every family of methods asks of the network: how its program answers, and which group is meant. */
export class NodeContext {
  readonly network: Network;
  readonly style: AnswerStyle;

  constructor(network: Network) {
    this.network = network;
    this.style = { suite: network.suite, nodeVersion: network.settings.nodeVersion };
  }

  /** Whether the program that is imitated is of this version or newer. */
  since(version: string): boolean {
    return atLeast(this.network.settings.nodeVersion, version);
  }

  /** The group of a method that names group and node. An empty name means the only group. @throws RpcError for an unknown one. */
  groupOf(method: string, p: Parameters): Group {
    const name = p.text(0);
    const group = groupNamed(this.network, name);
    if (!group) throw nodeNotExist(method, this.network.settings.chainId, name, p.text(1));
    return group;
  }

  /** As `groupOf`, for the methods that look the group's information up and need its exact name. */
  exactGroup(method: string, p: Parameters): Group {
    const group = this.groupOf(method, p);
    if (p.text(0) === "") throw groupNotExist("");
    return group;
  }
}
