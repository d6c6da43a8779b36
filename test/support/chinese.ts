// Chinese for tests that run without a build: the pairs from their sources.
import { afterEach } from "vitest";
import { languageOf, useCatalogue } from "../../src/text/catalogue";
import { translationsOf } from "./window/translations";

/** Chooses the language as a program does, whose Chinese lies beside it. */
export function useSources(locale: string): void {
  const bundle = translationsOf("zh-cn");
  useCatalogue(languageOf(locale), languageOf(locale) === "en" ? undefined : (english) => bundle[english]);
}

/** Says everything in English again after each test of the file: other files share its thread. */
export function englishAfterEach(): void {
  afterEach(() => useCatalogue("en"));
}
