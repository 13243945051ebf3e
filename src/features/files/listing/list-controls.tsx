import { useTranslate } from '../../../i18n/use-translate.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from '../browse/browse.module.css'
import { orders } from './rows.ts'
import type { ShownRows } from './use-shown-rows.ts'

/** The number of rows that a person takes in at a glance, without a search or another order. */
const maxRowsWithoutControls = 9

/** Search, order, and the number of rows, which a screen reader announces when it changes. */
export const ListControls = ({ listing, rows, order, setOrder, text, setText }: ShownRows) => {
  const t = useTranslate()
  const files = rows.filter(({ kind }) => kind === 'file').length
  const folders = rows.length - files
  const isInUse = text !== '' || order !== 'name'
  return (
    <>
      {(listing.rows.length > maxRowsWithoutControls || !listing.isComplete || isInUse) && (
        <div className={styles.controls}>
          <TextField
            type="search"
            name="search"
            label={t('files.browse.search')}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <SelectField
            name="order"
            label={t('files.browse.sort')}
            value={order}
            options={orders.map((value) => ({ value, label: t(`files.browse.order.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setOrder(orders.find((candidate) => candidate === value) ?? order)
            }
          />
        </div>
      )}
      <output className={styles.hint}>
        {listing.isComplete
          ? t('files.browse.count', { files, folders })
          : t('files.browse.countSoFar', { files })}
      </output>
    </>
  )
}
