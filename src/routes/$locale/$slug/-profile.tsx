import { useNavigate } from '@tanstack/react-router'
import type { Services } from '../../../app/services/services.ts'
import { hasHostedSignIn } from '../../../config/has-hosted-sign-in.ts'
import { OwnCertificates } from '../../../features/certificates/certificate-list.tsx'
import { useCertificates } from '../../../features/certificates/use-certificate.ts'
import { ImpactContent } from '../../../features/impact/impact-content.tsx'
import { useImpact } from '../../../features/impact/use-impact.ts'
import type { ProfilePage } from '../../../features/profile/profile-pages.ts'
import { collectMyData } from '../../../features/profile/my-data.ts'
import type { RowNote } from '../../../features/profile/profile-list.tsx'
import { ProfileScreen } from '../../../features/profile/profile-screen.tsx'
import { saveJson } from '../../../features/profile/save-json.ts'
import { useUnfinishedUploads } from '../../../features/profile/use-unfinished-uploads.ts'
import { recordSignOut } from '../../../features/sign-out/record-sign-out.ts'
import { useSignOutAction } from '../../../features/sign-out/use-sign-out.tsx'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { SignedInUser } from '../../-guards.ts'
import { useOffline } from '../../-use-offline.ts'
import { ProfileSecurity } from './-profile-security.tsx'

/**
 * Returns the note on the impact row: how many people the coach reaches in the current season
 * (`impact.season`), or that the number is missing.
 */
const toImpactNote = (impact: ReturnType<typeof useImpact>, t: Translate): RowNote => {
  if (!impact) return {}
  const latest = impact.seasons.at(-1)
  if (latest?.season === impact.season) return { note: t('impact.people', { count: latest.numberOfPeople }) }
  return { note: t('profile.summary.impactDue', { season: String(impact.season) }), needsAction: true }
}

/**
 * Whether this device has something that another person would lose: their work, a sign-up, the deletion of
 * their account, or a session that they have started in another tab.
 */
const hasDataOfOthers = async ({ session, device }: Services, user: SignedInUser): Promise<boolean> => {
  if (await device.hasWorkOfOthers(user.userID)) return true
  if (await session.account.hasSignUpOfOther(user)) return true
  if ((await session.readDeletion()) !== undefined) return true
  // Fails with this message if another customer has signed in.
  const userResult = await session.findUser(user.userID)
  return !userResult.ok && userResult.error.message === 'error.otherCustomer'
}

/**
 * Ends a coach's session, and deletes their data from this device. If no other person needs the remaining
 * data, deletes that too, so that the next visit is like the first. If another coach signed in while this tab
 * was asleep, deletes nothing and resolves to false.
 */
export const eraseFromDevice = (services: Services, user: SignedInUser): Promise<boolean> => {
  const { session, device, uploads } = services
  // Without the lock, another tab that renews the session at the same time could store it again.
  return session.withRenewalLock(async () => {
    const hasSignedOut = await session.signOut(user.userID, {
      beforeEnd: uploads.client.forCustomer(user.userID).clear,
      // Does not wait for the server, because somebody else may use the phone next. No screen shows the data at
      // this point.
      onEnded: () => device.forgetCustomer(user.userID),
    })
    if (!hasSignedOut) return false
    if (await hasDataOfOthers(services, user)) return true
    await session.eraseStorage(device.erase)
    await session.databaseLossNotice.recordErasure()
    return true
  })
}

type Props = {
  services: Services
  user: SignedInUser
  /** The current profile page, or undefined for the list of these pages. */
  job: ProfilePage | undefined
}

/** The profile of a signed-in coach: their data, certificates and settings, and what they can delete. */
export const ProfileRoute = ({ services, user, job }: Props) => {
  const { session } = services
  const { account, api } = session
  const { track, reporter } = services.outbox
  const outbox = services.outbox.outbox.forCustomer(user.userID)
  const uploads = services.uploads.client.forCustomer(user.userID)
  const { drafts, now, haltIfLeft, theme } = services.device
  const person = session.getPerson(user)
  const navigate = useNavigate()
  const t = useTranslate()
  const certificates = useCertificates({ api, outbox }, user.userID)
  const impact = useImpact({ api, outbox, track, moment: services.offline.moment }, user.userID)
  const onSignOut = useSignOutAction()
  const outboxState = useStore(outbox, outbox.snapshot)
  const { toSend, needsAction } = outboxState
  const unfinishedUploads = useUnfinishedUploads(uploads, user.userID)
  const offline = useOffline(services)
  const chosenTheme = useStore(theme, theme.chosen)

  const signOutEverywhere = async () => {
    await recordSignOut({ outbox, reporter, track }, 'sign_out')
    const result = await account.signOutEverywhere(user.userID, uploads.clear)
    if (result.ok) await navigate({ to: '/$locale/login', params: { locale: user.locale } })
    return result
  }
  const downloadData = async () => {
    const data = await collectMyData({ user, api, session, outbox, uploads, person, drafts, now, haltIfLeft })
    if (!data) return undefined
    saveJson('breaking-barriers.json', data.content)
    void track('personal_data_downloaded', {})
    return { missing: data.missing }
  }
  const erase = async () => {
    if (!(await eraseFromDevice(services, user))) return
    // Loads a new page, so that nothing stays in memory. The sign-in screen ends the session of a hosted page.
    location.assign(`/${user.locale}/${hasHostedSignIn(account.userPools, user.locale) ? 'login' : ''}`)
  }

  return (
    <ProfileScreen
      user={user}
      job={job}
      certificates={{
        note:
          certificates.issued.length > 0
            ? t('profile.summary.certificates', { count: certificates.issued.length })
            : undefined,
        content: <OwnCertificates {...certificates} />,
      }}
      impact={{
        ...toImpactNote(impact, t),
        content: impact ? (
          <Card>
            <ImpactContent {...impact} />
          </Card>
        ) : (
          <Skeleton rows={6} />
        ),
      }}
      security={<ProfileSecurity services={services} user={user} offline={offline} />}
      person={person}
      offline={offline}
      theme={{ chosen: chosenTheme, onChoose: theme.choose }}
      account={{ unsent: outboxState, uploads: unfinishedUploads, onSignOut, signOutEverywhere }}
      data={{
        unsent: { toSend, needsAction, uploads: unfinishedUploads },
        download: downloadData,
        erase,
      }}
    />
  )
}
