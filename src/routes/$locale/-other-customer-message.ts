import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { notify } from '../../ui/feedback/notify.ts'

/**
 * Reports that this tab went straight from one customer to another, as a frozen tab can. The screens of two
 * coaches look alike, and what the previous coach typed is gone from them.
 */
export const useOtherCustomerMessage = (): void => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { session } = services
  useEffect(() => {
    let known = session.customer()
    return session.subscribe(() => {
      const customer = session.customer()
      if (known !== undefined && customer !== undefined && customer !== known)
        notify.blank(t('error.tabOfOtherCustomer'))
      known = customer
    })
  }, [session, t])
}
