import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ok } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './admin.module.css'

type Props<Filters> = {
  /** Reads the filters from the values of the fields. It accepts all values: invalid ones are left out. */
  schema: v.GenericSchema<unknown, Filters>
  /** Receives the chosen filters, or none after a reset. */
  onApply: (filters: Filters) => void
  children: ReactNode
}

/** The filters of a page of admins. They go into its address. */
export const FilterForm = <Filters extends Record<string, unknown>>(props: Props<Partial<Filters>>) => {
  const { schema, onApply, children } = props
  const t = useTranslate()
  const { form } = useForm({ schema, submit: async (filters) => ok(onApply(filters)) })
  return (
    // A pattern that a field requires is checked by the browser.
    <form {...form} noValidate={false} className={styles.filters} onReset={() => onApply({})}>
      {children}
      <div className={styles.actions}>
        <Button type="submit">{t('admin.filter.apply')}</Button>
        <Button type="reset" variant="quiet">
          {t('admin.filter.clear')}
        </Button>
      </div>
    </form>
  )
}
