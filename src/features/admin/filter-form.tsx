import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ok } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './admin.module.css'

type Props<Filters> = {
  /** Reads the filters from the fields. It accepts all values and leaves out invalid ones. */
  schema: v.GenericSchema<unknown, Filters>
  /** Called with the chosen filters, or with none after a reset. */
  onApply: (filters: Filters) => void
  children: ReactNode
}

/** The form for the filters of an admin page. The filters become search params of the page. */
export const FilterForm = <Filters extends Record<string, unknown>>(props: Props<Partial<Filters>>) => {
  const { schema, onApply, children } = props
  const t = useTranslate()
  // `submit` must return a result. Applying filters cannot fail.
  const { form } = useForm({ schema, submit: async (filters) => ok(onApply(filters)) })
  return (
    // Unlike in other forms, the browser validates the fields, because a field may have a `pattern`.
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
