import { useTranslate } from '../../../../i18n/use-translate.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import styles from '../browse.module.css'
import { orders, type Order, type Row } from './rows.ts'
import type { Listing } from './use-listing.ts'

type Props = {
  listing: Listing
  rows: readonly Row[]
  order: Order
  setOrder: (order: Order) => void
  text: string
  setText: (text: string) => void
}

/** Search and order, and how much there is: said to a screen reader when it changes. */
export const ListControls = ({ listing, rows, order, setOrder, text, setText }: Props) => {
  const t = useTranslate()
  const files = rows.filter(({ kind }) => kind === 'file').length
  const folders = rows.length - files
  return (
    <>
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
          onChange={({ currentTarget: { value } }) => setOrder(orders.find((one) => one === value) ?? order)}
        />
      </div>
      <output className={styles.hint}>
        {listing.isWhole
          ? t('files.browse.count', { files, folders })
          : t('files.browse.countSoFar', { files })}
      </output>
    </>
  )
}
