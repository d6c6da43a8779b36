import { OutOfBounds } from "../../text/limits/outOfBounds";
import { parseBoundedYaml } from "../../yaml/boundedYaml";
import { readParts } from "../../yaml/readYaml";
import type { YamlValue } from "../../yaml/value";

/** What a text means, without where it stands. */
const meaningOf = (text: string, file: string): string =>
  JSON.stringify(readParts(text, file).value, (key, value: YamlValue) => (key === "place" ? undefined : value));

/**
 * A scenario in the usual form: lists and maps indented by two, one blank after colons and dashes, no blanks at the ends of lines, one end
 * of line at the end. Remarks, quotes and the order stay. Undefined where the text isn't YAML, and where it would mean something else.
 */
export function formatScenario(text: string, file: string): string | undefined {
  try {
    const document = parseBoundedYaml(text, undefined, "words");
    if (document.errors.length > 0 || document.contents === null) return undefined;
    const written = document.toString({ lineWidth: 0, indent: 2, flowCollectionPadding: true });
    const formatted = text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
    return meaningOf(formatted, file) === meaningOf(text, file) ? formatted : undefined;
  } catch (error) {
    if (error instanceof OutOfBounds) return undefined;
    throw error;
  }
}
