import type { ReactNode } from 'react';
import type { ProductSizeGuide } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { toInches } from './inches.ts';

interface Props {
  /** Id of the panel, unique in the document. */
  id: string;
  /** The measurements; without them there is only the page. */
  table: ReactNode;
  page: string | undefined;
}

/**
 * Opens the measurements over the page, or leads to the page that has them. Works before hydration and without script. Few products have
 * one: pages and islands that show it bring SizeGuide.css.
 */
export function SizeGuide({ id, table, page }: Props) {
  const isMeasured = Boolean(table);
  if (!isMeasured)
    return (
      <a className="size-guide" href={page}>
        {t('Size guide')}
      </a>
    );
  return (
    <>
      <button type="button" className="size-guide" popoverTarget={id} data-native="">
        {t('Size guide')}
      </button>
      <div id={id} className="size-guide-panel styled-later" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <header>
          <h2 id={`${id}-title`}>{t('Size guide')}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Close')}
            popoverTarget={id}
            popoverTargetAction="hide"
            data-native=""
          >
            <i className="icon close" />
          </button>
        </header>
        {table}
      </div>
    </>
  );
}

/** The measurements of each size in centimetres and inches. */
export function SizeTable({ guide: { columns = [], rows = [], page } }: { guide: ProductSizeGuide }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reached by keyboard */}
      <section className="size-table" tabIndex={0} aria-label={t('Size guide')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Size')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ size, values }) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {columns.map((column, index) => (
                  <td key={column}>
                    <Measurement value={values[index] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {page && (
        <p>
          <a href={page}>{t('How to measure')}</a>
        </p>
      )}
    </>
  );
}

function Measurement({ value }: { value: string }) {
  const inches = toInches(value);
  if (inches === undefined) return value;
  return (
    <>
      <span>{t('{length} cm', { length: value })}</span>
      <small>{t('{length} in', { length: inches })}</small>
    </>
  );
}
