import { EVMError } from "@ethereumjs/evm";
import { numberOfBytes } from "../../crypto/bigEndian";
import type { FiscoEvm } from "./fiscoEvm";
import { type FlatStateManager, readAccount, wordDigits, writeAccount } from "./flatStateManager";
import { addressDigits } from "./knownAddress";
import type { CustomOpcode } from "./quickOpcodes";

const coldAccountGas = 2600n;
const coldSlotGas = 2100n;
/** A write is always answered "modified" and "cold" by the node's host, so it has one price. */
const storeGas = 5000n;
const storeStipend = 2300n;

const addressFromStack = (word: bigint): string => word.toString(16).padStart(64, "0").slice(24);

/** The opcodes whose price or meaning differs from Ethereum's (evm-differences.md §2, §4, §6). */
export function fiscoOpcodes(evm: () => FiscoEvm): CustomOpcode[] {
  return [
    {
      opcode: 0x55,
      opcodeName: "SSTORE",
      baseFee: 0,
      gasFunction: (runState) => {
        if (runState.interpreter.isStatic()) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        if (runState.interpreter.getGasLeft() <= storeStipend) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        return storeGas;
      },
      logicFunction: (runState) => {
        const [slot, value] = runState.stack.popN(2) as [bigint, bigint];
        (runState.stateManager as FlatStateManager).setSlot(runState.interpreter.getAddress(), wordDigits(slot), value);
      },
    },
    {
      opcode: 0x54,
      opcodeName: "SLOAD",
      baseFee: Number(coldSlotGas),
      logicFunction: (runState) => {
        const slot = wordDigits(runState.stack.pop());
        const states = runState.stateManager as FlatStateManager;
        runState.stack.push(states.slot(runState.interpreter.getAddress(), slot));
      },
    },
    {
      opcode: 0x40,
      opcodeName: "BLOCKHASH",
      baseFee: 20,
      logicFunction: (runState) => {
        const number = runState.stack.pop();
        const current = runState.interpreter.getBlockNumber();
        const hash = number < current ? evm().scope.blockHash(Number(number)) : undefined;
        runState.stack.push(hash ? numberOfBytes(hash) : 0n);
      },
    },
    {
      opcode: 0x3f,
      opcodeName: "EXTCODEHASH",
      baseFee: Number(coldAccountGas),
      logicFunction: (runState) => {
        const self = evm();
        runState.stack.push(self.codeHashSeen(addressFromStack(runState.stack.pop())));
      },
    },
    {
      opcode: 0x46,
      opcodeName: "CHAINID",
      baseFee: 2,
      logicFunction: (runState) => runState.stack.push(evm().scope.webChainId),
    },
    {
      opcode: 0xff,
      opcodeName: "SELFDESTRUCT",
      baseFee: 5000,
      gasFunction: (runState, gas) => {
        if (runState.interpreter.isStatic()) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        return gas + coldAccountGas;
      },
      logicFunction: (runState) => {
        const beneficiary = addressFromStack(runState.stack.pop());
        const scope = evm().scope;
        const own = addressDigits(runState.interpreter.getAddress());
        scope.destroyed?.add(own);
        if (scope.rules.destructionPays) {
          scope.makeAccount(beneficiary);
          const balance = readAccount(evm().store, own)?.balance ?? 0n;
          writeAccount(evm().store, own, { balance: 0n });
          writeAccount(evm().store, beneficiary, {
            balance: (readAccount(evm().store, beneficiary)?.balance ?? 0n) + balance,
          });
        }
        throw new EVMError(EVMError.errorMessages.STOP);
      },
    },
  ];
}
