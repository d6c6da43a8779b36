import { describe, expect, it } from "vitest";
import { findLogPhrases } from "../../../../../src/errors/logPhrases";
import { dictionaryEntries, findSubjects } from "../../../../../src/extension/features/explain/explain";

/** Meanings in English of everything that Explain finds in a text without a chain. */
function meanings(text: string): string[] {
  return [
    ...findLogPhrases(text).map(({ meaning }) => meaning.en),
    ...findSubjects(text)
      .flatMap(dictionaryEntries)
      .map(([, , { meaning }]) => meaning.en),
  ];
}

describe("what nodes, the console and SDKs say is explained", () => {
  it.each([
    [
      '{"code":-32000,"message":"Invalid request for the specified node of doesn\'t exist or doesn\'t started!"}',
      /node|group/,
    ],
    ["The method does not exist/is not available.", /doesn't recognize this JSON-RPC method/],
    ["The service ledger has not been initted completed yet!", /still starting/],
    ["The group group9 does not exist!", /have a group with this name/],
    ["Chain ID mismatch!", /another chain/],
    ["Value is not convertible to Int64.", /wrong type/],
    ["Unexpect hex string", /wrong type/],
    ["TXPool not available!", /have a transaction pool/],
    ["GetBlockNumberByHash failed ", /t have a block with this hash/],
    ["Entry: feature_x does not exists!", /isn't set in the chain's system configuration/],
    ["Table: /tables/t_no does not exists!", /didn't find this table/],
    ["GetTransactionReceiptByHash", /receipt|transaction/],
    ["Get block failed with errors!", /have a block with this number/],
    ["status 16", /revert/],
    ["Transaction receipt status 10001", /block limit/],
    ["TxPoolIsFull", /full/],
    ["MalformTx", /couldn't decode/],
    ["return code -50000", /permission|may not|not allowed|right/],
    ["-51104", /observer/],
    ["TABLE_NOT_EXIST", /table/],
    ["Call permission denied", /let this account call/],
    ["Create permission denied.", /deploy contracts/],
    ["Error contract address.", /contract exists at this address/],
    ["Contract address already used.", /at this address/],
    ["External call revert: Contract address not found.", /contract exists at this address/],
    ["Execution out of gas.", /used up all of its gas/],
    ["unsupported key tx_gas_limt", /refuses this key/],
    ["only governor can register caller", /balances/],
    ["transfer failed, account subBalance failed, please check the account balance", /balance/],
    ["LibAddressSet: value doesn't exist.", /governance contract refused/],
    ["Proposal is not votable", /decided, revoked or expired/],
    ["invalid range of winRate", /0 to 100/],
    ["[2026-01-02 10:11:12] start fisco-bcos failed, error:config file not found:./config.ini", /didn't start/],
    [
      "warning|2026-01-02 10:11:12.123456|[Gateway::Signal]reload p2p connected nodes failed, e: config.ini(12): duplicate key name",
      /keeps the lists it had/,
    ],
    [
      "error|2026-01-02 10:11:12.123456|[Gateway][Config][GatewayConfig]get certificate accepted by nodeID failed, illegal nodeID,nodeID=0X12",
      /access list/,
    ],
    ["sslv3 alert handshake failure", /certificate/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /signed|trust|CA/],
    ["error -4008", /time|answer/],
    ["code 50001", /receipt/],
    ["filter not found", /dropped this filter/],
  ])("%s", (text, meaning) => {
    expect(meanings(text).join("\n")).toMatch(meaning);
  });

  it("keeps a number of AMOP apart from the same number of the ledger", () => {
    const spaces = findSubjects("3001")
      .flatMap(dictionaryEntries)
      .map(([space, code]) => `${space} ${code}`);
    expect(spaces).toEqual(["rpc 3001", "sdk amop:3001"]);
  });
});
