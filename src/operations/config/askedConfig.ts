import { systemConfigKeys } from "../../chain/config/systemConfigKeys";
import { checkSystemConfig } from "../../chain/services/systemConfig/checkSystemConfig";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { listSystemConfig } from "../../chain/services/systemConfig/listSystemConfig";
import { t, text } from "../../text/catalogue";
import { aText } from "../model/fields";
import type { Offer, QuestionContext } from "../model/question";
import { configMeaning } from "./configMeaning";

async function offeredKeys({ session }: QuestionContext): Promise<Offer[]> {
  const values = new Map((await listSystemConfig(session)).map(({ key, value }) => [key, value]));
  return systemConfigKeys.map(({ key }) => ({
    value: key,
    label: key,
    description: values.get(key) || t("not set"),
    detail: configMeaning(key),
  }));
}

const keyOf = ({ given }: QuestionContext): string => String(given["key"]);

/** A key of the system configuration and the value that it gets, in the form that the node takes; it begins with the one that it has. */
export const configChange = {
  key: aText(text("Config key"), {
    ask: { prompt: text("Select a value"), offers: offeredKeys, target: "configKey", inTitle: true },
  }),
  value: aText(text("Value"), {
    ask: {
      prompt: (context) => configMeaning(keyOf(context)) || keyOf(context),
      start: async (context) => (await getSystemConfig(context.session, keyOf(context)))?.value ?? "",
      read: async (typed, context) => (await checkSystemConfig(context.session, keyOf(context), typed)).value,
    },
  }),
};
