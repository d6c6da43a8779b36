import * as v from "valibot";
import { stringifyExactJson } from "../../chain/json/exactJson";
import { print, printJson } from "../output/print";
import { type Envelope, envelopeShape } from "./envelope";

export const outputs = ["table", "json", "yaml"] as const;
export type Output = (typeof outputs)[number];

/** @throws Error where it isn't an envelope. */
export async function printEnvelope(envelope: Envelope, output: Output): Promise<void> {
  const checked = v.parse(envelopeShape, envelope);
  if (output === "json") return printJson(stringifyExactJson(checked));
  const { yamlText } = await import("../output/yamlText");
  print(yamlText(checked));
}
