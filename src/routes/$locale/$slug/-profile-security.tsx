import type { Services } from '../../../app/services/services.ts'
import { findSecurityPages, SecurityPage } from '../../../features/profile/security-page.tsx'
import { readSignIns } from '../../../features/sign-ins/read-sign-ins.ts'
import type { SignedInUser } from '../../-guards.ts'
import { useAccountQuery } from '../../-use-account-query.ts'

type Props = { services: Services; user: SignedInUser; offline: boolean }

/** The part of the profile about the sign-in, with what the pages behind its rows would read. */
export const ProfileSecurity = ({ services, user, offline }: Props) => {
  const { account, api } = services.session
  const { userID } = user
  const pages = findSecurityPages(user)
  const passkeys = useAccountQuery({
    key: ['passkeys', userID],
    read: async () => (await account.loadPasskeys()).read(userID),
    offline,
    enabled: pages.hasPasskeys && !offline,
  })
  const factors = useAccountQuery({
    key: ['second-factor', userID],
    read: async () => (await account.loadSecondFactor()).read(userID),
    offline,
    enabled: pages.hasSecondFactor && !offline,
  })
  const signIns = useAccountQuery({
    key: ['sign-ins', userID],
    read: () => readSignIns(api, userID),
    offline,
    enabled: !offline,
  })
  return (
    <SecurityPage
      user={user}
      state={{
        passkeys: passkeys.data?.ok ? passkeys.data.value.passkeys.length : undefined,
        hasSecondFactor: factors.data?.ok ? factors.data.value.length > 0 : undefined,
        signIns: signIns.data?.ok ? signIns.data.value.length : undefined,
      }}
    />
  )
}
