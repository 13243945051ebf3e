import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon, IconButton } from '../icon.tsx'
import styles from './list-controls.module.css'
import { orders } from './rows.ts'
import type { ShownRows } from './use-shown-rows.ts'

type Props = Pick<ShownRows, 'listing' | 'rows' | 'order' | 'setOrder' | 'searchText' | 'setSearchText'>

/** A native `select` of the orders, so that a phone opens its own picker. Only an icon is visible. */
const OrderField = ({ order, setOrder }: Pick<Props, 'order' | 'setOrder'>) => {
  const t = useTranslate()
  return (
    <div className={styles.order} title={t('files.browse.sort')}>
      <Icon name="sort" />
      <select
        name="order"
        aria-label={t('files.browse.sort')}
        value={order}
        // Finds the order again, because the element returns a plain string.
        onChange={({ currentTarget: { value } }) =>
          setOrder(orders.find((candidate) => candidate === value) ?? order)
        }
      >
        {orders.map((value) => (
          <option key={value} value={value}>
            {t(`files.browse.order.${value}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * One line above the list: the number of rows, the search and the order. A screen reader announces the number
 * when it changes. During a search, the search field is in the line, and the number moves below it.
 */
export const ListControls = ({ listing, rows, order, setOrder, searchText, setSearchText }: Props) => {
  const t = useTranslate()
  const [isSearching, setIsSearching] = useState(searchText !== '')
  const searchField = useRef<HTMLInputElement>(null)
  const toggleButton = useRef<HTMLButtonElement>(null)
  const fileCount = rows.filter(({ kind }) => kind === 'file').length
  const openSearch = () => {
    // Renders the field immediately, so that it can take the focus.
    flushSync(() => setIsSearching(true))
    searchField.current?.focus()
  }
  const closeSearch = () => {
    setSearchText('')
    setIsSearching(false)
    toggleButton.current?.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') closeSearch()
  }
  return (
    <div className={styles.controls}>
      <output className={isSearching ? styles.countBelow : styles.count}>
        {listing.isComplete
          ? t('files.browse.count', { files: fileCount, folders: rows.length - fileCount })
          : t('files.browse.countSoFar', { files: fileCount })}
      </output>
      {isSearching && (
        <input
          ref={searchField}
          type="search"
          name="search"
          className={styles.search}
          aria-label={t('files.browse.search')}
          placeholder={t('files.browse.search')}
          value={searchText}
          autoComplete="off"
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <IconButton
        ref={toggleButton}
        icon={isSearching ? 'close' : 'search'}
        label={t(isSearching ? 'files.browse.endSearch' : 'files.browse.search')}
        onClick={isSearching ? closeSearch : openSearch}
      />
      <OrderField order={order} setOrder={setOrder} />
    </div>
  )
}
