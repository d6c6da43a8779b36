import { dataTable } from "./dataTable";
import { element } from "./dom";
import type { SeriesChart } from "./seriesGeometry";

/**
 * The values of a chart, a line for each place that has some.
 * @param across what the labels are
 */
export function seriesTable(
  { labels, series }: Pick<SeriesChart, "labels" | "series">,
  across: string,
  format: (value: number) => string,
): HTMLElement {
  const rows = labels.flatMap((label, place) => {
    const values = series.map((each) => each.values[place] ?? null);
    if (values.every((value) => value === null)) return [];
    const cells = values.map((value) => element("td", {}, value === null ? "" : format(value)));
    return [element("tr", {}, element("td", {}, label), cells)];
  });
  return dataTable([across, ...series.map(({ name }) => name)], rows);
}
