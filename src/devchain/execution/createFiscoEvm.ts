import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import {
  EVMError,
  EVMMockBlockchain,
  type ExecResult,
  NobleBN254,
  type PrecompileInput,
  paramsEVM,
} from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import type { EvmRevision } from "../../chain/evm/chainMachine";
import { hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { secp256k1Recover } from "../../crypto/secp256k1";
import { standardSuite } from "../../crypto/suites";
import type { StateStore } from "../state/stateStore";
import { createDataGas, FiscoEvm } from "./fiscoEvm";
import { fiscoOpcodes } from "./fiscoOpcodes";
import { FlatStateManager } from "./flatStateManager";
import { customOpcodes } from "./opcodeTable";
import { quickOpcodes } from "./quickOpcodes";
import { slicedPrecompiles } from "./slicedPrecompiles";
import type { TimeSlice } from "./timeSlice";

/** Its address, 40 hex digits. */
const recoveryAddress = "1".padStart(40, "0");

const price = 3000n;

/** Hash, v and r have to be there; of s what is missing counts as zeros. */
const shortest = 97;

const nothing = new Uint8Array(0);

function recovered(data: Uint8Array): Uint8Array {
  if (data.length < shortest) return nothing;
  const input = new Uint8Array(128);
  input.set(data.subarray(0, 128));
  const v = (input[63] ?? 0) - 27;
  if (v < 0 || v > 3) return nothing;
  const signature = new Uint8Array(65);
  signature.set(input.subarray(64));
  signature[64] = v;
  const key = secp256k1Recover(input.subarray(0, 32), signature);
  if (!key) return nothing;
  const address = standardSuite.hash(key);
  address.fill(0, 0, 12);
  return address;
}

/**
 * 0x1 as a node has it: always ECDSA and keccak256. Of v it reads the last byte alone, and takes 27 to 30, where Ethereum wants 27 or 28 in
 * all 32 bytes (evm-differences.md, "Ethereum's own contracts").
 */
function recoverSigner({ data, gasLimit }: Pick<PrecompileInput, "data" | "gasLimit">): ExecResult {
  if (gasLimit < price) {
    const exceptionError = new EVMError(EVMError.errorMessages.OUT_OF_GAS);
    return { executionGasUsed: gasLimit, returnValue: nothing, exceptionError };
  }
  return { executionGasUsed: price, returnValue: recovered(data) };
}

/** Gas of the node's EVM where it differs: 20 per byte of deployed code, no charge for an account that is new. */
function fiscoParams(): typeof paramsEVM {
  const params: typeof paramsEVM = {};
  for (const [eip, values] of Object.entries(paramsEVM)) params[eip] = { ...values };
  params[1] = { ...params[1], createDataGas: Number(createDataGas), callNewAccountGas: 0 };
  params[2565] = { ...params[2565], modexpGquaddivisorGas: 20 };
  return params;
}

const hardforks: Readonly<Record<EvmRevision, Hardfork>> = {
  london: Hardfork.London,
  paris: Hardfork.Paris,
  cancun: Hardfork.Cancun,
};

/** Opcodes ask again and again whether an improvement proposal holds; the library goes through a list each time. */
function rememberProposals(common: Common): void {
  // the node's modular exponentiation is older than its cheaper price
  const known = new Map<number, boolean>([[2565, false]]);
  const ask = common.isActivatedEIP.bind(common);
  common.isActivatedEIP = (proposal) => {
    let holds = known.get(proposal);
    if (holds === undefined) {
      holds = ask(proposal);
      known.set(proposal, holds);
    }
    return holds;
  };
}

/**
 * An EVM over the group's state. One serves all transactions of a group, one at a time. A served chain has the plain one; tests of
 * contracts have one that watches its messages (src/contractTests).
 */
export function createFiscoEvm(
  store: StateStore,
  suite: CryptoSuite,
  revision: EvmRevision,
  timeSlice: TimeSlice,
  Evm: typeof FiscoEvm = FiscoEvm,
): FiscoEvm {
  let evm: FiscoEvm | undefined;
  const self = (): FiscoEvm => {
    if (!evm) throw new Error("the EVM is not ready");
    return evm;
  };
  const params = fiscoParams();
  const common = new Common({
    chain: Mainnet,
    hardfork: hardforks[revision],
    params,
    customCrypto: { keccak256: (data: Uint8Array) => suite.hash(data) },
  });
  rememberProposals(common);
  const stateManager = new FlatStateManager(store, suite, (address, code) => self().scope.codeSeen(address, code));
  evm = new Evm(
    {
      common,
      params,
      stateManager,
      blockchain: new EVMMockBlockchain(),
      bn254: new NobleBN254(),
      allowUnlimitedContractSize: true,
      customOpcodes: customOpcodes([...fiscoOpcodes(self), ...quickOpcodes((data) => suite.hash(data))]),
      // no node of any version registers the point evaluation of Cancun
      customPrecompiles: [
        { address: new Address(hexToBytes("000000000000000000000000000000000000000a")) },
        { address: new Address(hexToBytes(recoveryAddress)), function: recoverSigner },
        ...slicedPrecompiles(common, timeSlice).map((each) => ({
          ...each,
          address: new Address(hexToBytes(each.address)),
        })),
      ],
    },
    store,
    suite,
    timeSlice,
  );
  return evm;
}
