import { Message } from "@ethereumjs/evm";
import { legacyCreateAddress, saltedAddress } from "../../chain/transaction/contractAddress";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { addressDigits, addressOf } from "../../devchain/execution/knownAddress";
import type { AbiValue } from "./abiCode";
import { saltFactory } from "./cheatAddresses";
import { bytesAt, type CheatCall, type CheatCode, define, numberAt, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

function codeOf({ context }: CheatCall, name: string) {
  const found = context.code(name);
  if (!found) throw new CheatError(`no matching artifact found for ${name}`);
  return found;
}

/** Makes a contract in the name of who asks. */
async function deploy(call: CheatCall, name: string, args: Uint8Array, value = 0n, salt?: Uint8Array) {
  const { evm, message } = call;
  const { creation } = codeOf(call, name);
  const { execResult, createdAddress } = await evm.runCall({
    message: new Message({
      caller: addressOf(message.caller),
      data: joinBytes([creation, args]),
      value,
      gasLimit: 1_000_000_000n,
      depth: message.depth + 1,
      ...(salt ? { salt } : {}),
    }),
  });
  if (execResult.exceptionError || !createdAddress)
    throw new CheatError(`deployCode: the constructor of ${name} reverted`);
  return [addressDigits(createdAddress)];
}

const addressBySalt = ({ context }: CheatCall, args: readonly AbiValue[], maker: string): string =>
  saltedAddress(context.suite, `0x${maker}`, bytesAt(args, 0), bytesAt(args, 1)).slice(2);

const maxNonce = 2n ** 64n - 1n;

/**
 * The address that Ethereum gives a contract by its maker and the maker's nonce. Chains of FISCO BCOS know no such rule, so it is
 * remembered: the contract that is made with this nonce gets it.
 */
function promisedAddress({ state }: CheatCall, maker: string, nonce: bigint): string {
  if (nonce > maxNonce) throw new CheatError("nonce must be less than 2^64");
  const address = legacyCreateAddress(`0x${maker}`, nonce).slice(2);
  state.promised.set(`${maker} ${nonce}`, address);
  return address;
}

const none = new Uint8Array(0);
/** Code of the project, and addresses of contracts to come. */
export const codeCheats: readonly CheatCode[] = [
  define("getCode(string)", "bytes", (call, args) => [codeOf(call, textAt(args, 0)).creation]),
  define("getDeployedCode(string)", "bytes", (call, args) => [codeOf(call, textAt(args, 0)).runtime]),
  define("deployCode(string)", "address", (call, args) => deploy(call, textAt(args, 0), none)),
  define("deployCode(string,bytes)", "address", (call, args) => deploy(call, textAt(args, 0), bytesAt(args, 1))),
  define("deployCode(string,uint256)", "address", (call, args) =>
    deploy(call, textAt(args, 0), none, numberAt(args, 1)),
  ),
  define("deployCode(string,bytes,uint256)", "address", (call, args) =>
    deploy(call, textAt(args, 0), bytesAt(args, 1), numberAt(args, 2)),
  ),
  define("deployCode(string,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), none, 0n, bytesAt(args, 1)),
  ),
  define("deployCode(string,bytes,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), bytesAt(args, 1), 0n, bytesAt(args, 2)),
  ),
  define("deployCode(string,uint256,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), none, numberAt(args, 1), bytesAt(args, 2)),
  ),
  define("deployCode(string,bytes,uint256,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), bytesAt(args, 1), numberAt(args, 2), bytesAt(args, 3)),
  ),
  define("computeCreate2Address(bytes32,bytes32,address)", "address", (call, args) => [
    addressBySalt(call, args, textAt(args, 2)),
  ]),
  define("computeCreate2Address(bytes32,bytes32)", "address", (call, args) => [addressBySalt(call, args, saltFactory)]),
  define("computeCreateAddress(address,uint256)", "address", (call, args) => [
    promisedAddress(call, textAt(args, 0), numberAt(args, 1)),
  ]),
];
