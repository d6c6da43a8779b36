import { checkSystemConfig } from "../../chain/services/systemConfig/checkSystemConfig";
import type { ChainSession } from "../../chain/session";
import { errorSentence } from "../../errors/errorText";
import { chainFlag, upgradeFlags } from "../../facts/releases/chainFlags";
import { newestRelease } from "../../facts/releases/releases";
import { say, t } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { versionNumber } from "../../text/versions";
import type { Preview } from "../model/operation";

/** The flags that another data version switches on, with what each does where that is known. */
function flagsSwitchedOn({ compatibilityVersion, nodeVersion }: ChainSession, value: string): string[] {
  const [from, to] = [versionNumber(compatibilityVersion), versionNumber(value)];
  if (to === from)
    return [t("The chain has this data version already. The transaction goes through and changes nothing.")];
  const flags = upgradeFlags(from, to, nodeVersion || newestRelease);
  if (flags.length === 0) return [t("No flag is switched on by this.")];
  const effects = flags.flatMap((name) => {
    const effect = chainFlag(name)?.effect;
    return effect ? [labelled(name, say(effect))] : [];
  });
  return [t("Flags that this switches on permanently: {0}. {1}", flags.length, listed(flags)), ...effects];
}

/**
 * What a value of the system configuration does beyond its meaning. A data version that a node's program doesn't have is known to harm.
 * @throws ChainError usage `config…` for what the chain would refuse
 */
export async function configConsequences(
  session: ChainSession,
  given: { readonly key: string; readonly value: string },
): Promise<Partial<Preview>> {
  const { key, value, warnings } = await checkSystemConfig(session, given.key, given.value);
  const words = await Promise.all(warnings.map(({ error }) => errorSentence(error)));
  return {
    warnings: [...words, ...(key === "compatibility_version" ? flagsSwitchedOn(session, value) : [])],
    weight: warnings.length > 0 ? "irreversible" : "ordinary",
    blocked: warnings.map(({ error }) => error).find(({ code }) => code === "configVersionTooNew"),
    byRules: true,
  };
}
