import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { numberToHex } from "../../crypto/bytes/hex";
import type { Executions } from "../execution/executions";
import { prestate } from "../execution/touchedState";
import { callTrace, selectorCounts, structLogs } from "../execution/tracers";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject, readBlockReference, readCallRequest, readHash, shownValue } from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";
import { type ProxyMethods, type ProxyParts, pastHeight, resolvedHeight } from "./proxyParts";
import { readOverrides } from "./stateMethods";

/** Transactions of a block that are traced in one answer. */
const maxOfBlock = 100;

const optionsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A recorded execution as a tracer of geth shows it. @throws Web3Error for a tracer that isn't known */
function traced(recording: ExecutionRecording, options: JsonObject): unknown {
  const { tracer } = options;
  const config = optionsOf(options["tracerConfig"]);
  if (recording.cut && (tracer === undefined || tracer === "prestateTracer"))
    throw new Web3Error(errorCodes.limitExceeded, "the execution is too long to be recorded whole");
  switch (tracer) {
    case undefined:
    case null:
    case "":
      return structLogs(recording, {
        disableStack: options["disableStack"] === true,
        disableStorage: options["disableStorage"] === true,
        enableMemory: options["enableMemory"] === true || options["disableMemory"] === false,
        limit: typeof options["limit"] === "number" ? options["limit"] : 0,
      });
    case "callTracer":
      return callTrace(recording, { onlyTopCall: config["onlyTopCall"] === true, withLog: config["withLog"] === true });
    case "prestateTracer":
      return prestate(recording, config["diffMode"] === true);
    case "4byteTracer":
      return selectorCounts(recording);
    case "noopTracer":
      return {};
    default:
      throw invalidParams(
        `the tracer ${shownValue(tracer)} isn't known here: callTracer, prestateTracer, 4byteTracer, noopTracer, or none for every opcode`,
      );
  }
}

/** What transactions and calls did, step by step: they are executed again. */
export function traceMethods(parts: ProxyParts): ProxyMethods {
  const { node, head } = parts;
  const required = (): Executions => {
    if (parts.executions) return parts.executions;
    throw new Web3Error(
      errorCodes.server,
      "traces need re-execution: start the proxy with the node's FISCO BCOS address (--url)",
    );
  };

  const transaction = async (hash: string, options: JsonObject, context: AnswerContext): Promise<unknown> => {
    const executions = required();
    const receipt = await node.request("eth_getTransactionReceipt", [hash], context.signal);
    if (!isObject(receipt)) throw new Web3Error(errorCodes.server, `transaction ${hash} not found`);
    context.madeUp.add("re-executed");
    const recording = await executions.transaction(hash, context.signal);
    return traced(recording, options);
  };

  const block = async (reference: unknown, options: JsonObject, context: AnswerContext): Promise<unknown> => {
    const height = await resolvedHeight(parts, readBlockReference(reference), context);
    const found = await node.request("eth_getBlockByNumber", [numberToHex(height), false], context.signal);
    const hashes = isObject(found) && Array.isArray(found["transactions"]) ? found["transactions"] : [];
    if (hashes.length > maxOfBlock)
      throw new Web3Error(errorCodes.limitExceeded, `the block has more than ${maxOfBlock} transactions`);
    const traces: unknown[] = [];
    for (const each of hashes) {
      const txHash = readHash(each);
      traces.push({ txHash, result: await transaction(txHash, options, context) });
    }
    return traces;
  };

  return {
    debug_traceTransaction: ([hash, options], context) => transaction(readHash(hash), optionsOf(options), context),
    debug_traceBlockByNumber: ([number, options], context) => block(number, optionsOf(options), context),
    debug_traceBlockByHash: ([hash, options], context) => block(readHash(hash), optionsOf(options), context),
    debug_traceCall: async ([call, reference, options], context) => {
      const executions = required();
      const request = readCallRequest(call);
      const given = optionsOf(options);
      const changes = readOverrides(given["stateOverrides"]) ?? {};
      const number = await pastHeight(parts, readBlockReference(reference), context);
      context.madeUp.add("re-executed");
      const recording =
        number === undefined
          ? await executions.callNow(request, await head.height(), changes)
          : await executions.call(request, number, changes);
      return traced(recording, given);
    },
  };
}
