import { EVMError } from "@ethereumjs/evm";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import type { FiscoEvm } from "./fiscoEvm";
import { balanceOf, wordDigits, writeAccount } from "./flatStateManager";
import type { Frame } from "./frame";
import { addressDigits, addressOfWord } from "./knownAddress";
import { accountGas } from "./messageOpcodes";
import type { MessageRules } from "./messageRules";
import type { FrameOpcode } from "./opcodeTable";

const coldSlotGas = 2100n;

/** Every write is a cold one: of what differs from nothing, into an empty slot, of nothing into an empty slot. */
const storeGas = { modified: 5000n, added: 22_100n, assigned: 2200n } as const;

const storeStipend = 2300n;

/** What a write costs: until bugfix_evm_storage_status the node's host says "modified" of every one. */
function storePrice(frame: Frame, by: MessageRules["writesPricedBy"]): bigint {
  if (by === "nothing") return storeGas.modified;
  const [slot, value] = frame.stack.peek(2) as [bigint, bigint];
  const { stateManager, env } = frame;
  const digits = wordDigits(slot);
  const present =
    by === "block" ? stateManager.slotOfBlock(env.address, digits) : stateManager.slot(env.address, digits);
  if (present !== 0n) return storeGas.modified;
  return value === 0n ? storeGas.assigned : storeGas.added;
}

/** The opcodes whose price or meaning differs from Ethereum's (evm-differences.md, "Revision and opcodes"; "Gas"). */
export function fiscoOpcodes(evm: () => FiscoEvm): FrameOpcode[] {
  return [
    {
      opcode: 0x55,
      opcodeName: "SSTORE",
      baseFee: 0,
      gasFunction: (frame) => {
        if (frame.env.isStatic) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        if (frame.gasLeft <= storeStipend) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        return storePrice(frame, evm().scope.rules.writesPricedBy);
      },
      logicFunction: (frame) => {
        const [slot, value] = frame.stack.popN(2) as [bigint, bigint];
        frame.stateManager.setSlot(frame.env.address, wordDigits(slot), value);
      },
    },
    {
      opcode: 0x54,
      opcodeName: "SLOAD",
      baseFee: Number(coldSlotGas),
      logicFunction: (frame) => {
        const slot = wordDigits(frame.stack.pop());
        frame.stack.push(frame.stateManager.slot(frame.env.address, slot));
      },
    },
    {
      opcode: 0x40,
      opcodeName: "BLOCKHASH",
      baseFee: 20,
      logicFunction: (frame) => {
        const number = frame.stack.pop();
        const current = frame.env.block.header.number;
        const hash = number < current ? evm().blockHash(number) : undefined;
        frame.stack.push(hash ? numberOfBytes(hash) : 0n);
      },
    },
    {
      opcode: 0x3f,
      opcodeName: "EXTCODEHASH",
      baseFee: Number(accountGas),
      logicFunction: (frame) => {
        const self = evm();
        frame.stack.push(self.codeHashSeen(addressDigits(addressOfWord(frame.stack.pop()))));
      },
    },
    {
      opcode: 0x46,
      opcodeName: "CHAINID",
      baseFee: 2,
      logicFunction: (frame) => frame.stack.push(evm().scope.webChainId),
    },
    {
      opcode: 0xff,
      opcodeName: "SELFDESTRUCT",
      baseFee: 5000,
      gasFunction: (frame, gas) => {
        if (frame.env.isStatic) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        return gas + accountGas;
      },
      logicFunction: (frame) => {
        const beneficiary = addressDigits(addressOfWord(frame.stack.pop()));
        const scope = evm().scope;
        const own = addressDigits(frame.env.address);
        scope.destroyed?.add(own);
        if (scope.rules.destructionPays) {
          scope.makeAccount(beneficiary);
          const { store } = frame.stateManager;
          const balance = balanceOf(store, own);
          writeAccount(store, own, { balance: 0n });
          writeAccount(store, beneficiary, { balance: balanceOf(store, beneficiary) + balance });
        }
        throw new EVMError(EVMError.errorMessages.STOP);
      },
    },
  ];
}
