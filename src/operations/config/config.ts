import * as v from "valibot";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { listSystemConfig } from "../../chain/services/systemConfig/listSystemConfig";
import { setSystemConfig } from "../../chain/services/systemConfig/setSystemConfig";
import { text } from "../../text/catalogue";
import { configConsequences } from "../consequences/configChange";
import { configLine } from "../consequences/requestLines";
import { asking, signing } from "../kit/define";
import { asked } from "../kit/results";
import { unit, valueIn } from "../kit/units";
import { aText } from "../model/fields";
import { configChange } from "./askedConfig";

const noun = "config";

const getConfig = asking({
  noun,
  verb: "get",
  word: "getSystemConfig",
  console: [{ name: "getSystemConfigByKey", arguments: ["key"] }],
  summary: text("A system configuration value."),
  fields: { key: aText(text("Config key")) },
  result: v.nullable(v.string()),
  run: async ({ session }, given) => (await getSystemConfig(session, given.key))?.value ?? null,
});

const listConfig = asking({
  noun,
  verb: "list",
  word: "listSystemConfig",
  console: [{ name: "listSystemConfigs", arguments: [] }],
  summary: text("All system configuration values that are set."),
  fields: {},
  result: v.array(v.object({ key: v.string(), value: v.string(), enableNumber: v.number() })),
  run: (context) => listSystemConfig(context.session, asked(context)),
});

export const setConfigOperation = signing(
  {
    noun,
    verb: "set",
    word: "setSystemConfig",
    console: [
      { name: "setSystemConfigByKey", arguments: ["key", "value"] },
      { name: "setSystemConfigByKey", arguments: ["key", "value", "unit"] },
    ],
    summary: text("Sets a system configuration value."),
    fields: { ...configChange, unit },
    command: { title: text("Set System Config") },
    idempotent: true,
  },
  {
    title: (given) => text("Set {0} to {1}", given.key, valueIn(given)),
    right: () => ({ kind: "setSystemConfig" }),
    proposal: (given) => ({ kind: "setSystemConfig", key: given.key, value: valueIn(given) }),
    lines: async ({ session }, given) => [await configLine(session, given.key, valueIn(given))],
    consequences: ({ session }, given) => configConsequences(session, { key: given.key, value: valueIn(given) }),
    run: async ({ session }, signer, given, { agreed, ...options }) => {
      const change = { key: given.key, value: valueIn(given), override: agreed };
      return setSystemConfig(session, signer, change, options);
    },
  },
);

/** Values that the chain itself enforces. */
export const configOperations = [getConfig, listConfig, setConfigOperation] as const;
