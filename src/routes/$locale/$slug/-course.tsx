import type { Services } from '../../../app/services/services.ts'
import type { Course } from '../../../config/courses.ts'
import type { Locale, LocaleCode } from '../../../config/locales.ts'
import { ShareCertificate } from '../../../features/certificate-pdf/certificate-actions.tsx'
import { CertificateCard } from '../../../features/certificates/certificate-card.tsx'
import { useCertificate } from '../../../features/certificates/use-certificate.ts'
import { CourseScreen } from '../../../features/courses/course-screen.tsx'
import { ReadyForPitch } from '../../../features/offline/ready-for-pitch.tsx'
import { DownloadCourse, useCourseDownload } from '../../../features/offline/download-course.tsx'
import { useNeedsActionCounts, usePitchFacts } from '../../../features/offline/use-pitch-facts.ts'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { formatFullName } from '../../../lib/text/full-name.ts'
import type { SignedInUser } from '../../-guards.ts'
import { useOffline } from '../../-use-offline.ts'
import { createLoadCertificateTexts } from './-load-certificate-texts.ts'
import type { SavedPositions } from '../../../learning/saved-position.ts'

type TakeCourseAlongProps = { services: Services; customer: string; locale: LocaleCode; course: Course }

/** Downloads the videos of a course, and checks what else the coach needs offline. */
const TakeCourseAlong = ({ services, customer, locale, course }: TakeCourseAlongProps) => {
  const { session, device } = services
  const isOffline = useOffline(services)
  const { download, size, start, pause } = useCourseDownload(services.offline.modules, course, locale)
  // What matters before the coach leaves for a pitch without a connection: facts about this device, fixes for
  // its failed checks, and how many entries and files are `stuck` until the coach acts.
  const stuck = useNeedsActionCounts(services.outbox.outbox, services.uploads.client, customer)
  const { facts, fixes } = usePitchFacts(
    { offline: services.offline, session, storage: device.storage },
    { customer, locale, enabled: download.hasStarted },
  )

  /** The fix for missing videos: downloads them. Like every fix, resolves to true if it helped. */
  const downloadAll = async () => {
    await start()
    return true
  }

  if (download.playableModuleIds.length === 0) return null
  return (
    <DownloadCourse
      download={download}
      size={size}
      offline={isOffline}
      onDownload={() => {
        void services.outbox.track('course_taken_along', { course: course.id })
        void start()
      }}
      onPause={() => void pause()}
    >
      {facts && (
        <ReadyForPitch
          download={download}
          facts={facts}
          stuck={stuck}
          offline={isOffline}
          now={device.now().getTime()}
          fixes={{ ...fixes, films: downloadAll }}
        />
      )}
    </DownloadCourse>
  )
}

/** Shows one course to a signed-in coach, and the certificate once every module is answered. */
export const CourseRoute = ({
  services,
  user,
  locale,
  course,
  catalogue,
  savedPositions,
}: {
  services: Services
  user: SignedInUser
  locale: Locale
  course: Course
  catalogue: CourseCatalogue
  savedPositions: SavedPositions
}) => {
  const t = useTranslate()
  const {
    session: { api },
    outbox: { outbox, track },
    offline,
    device,
  } = services
  const { certificate, progress, progressState } = useCertificate(
    { api, outbox: outbox.forCustomer(user.userID), keyValues: device.drafts, track },
    { customer: user.userID, locale: locale.code },
    course,
  )
  const { state } = certificate
  const downloads = useStore(offline.modules, offline.modules.snapshot)
  const downloadedIds = [...downloads].filter(([, { kind }]) => kind === 'downloaded').map(([id]) => id)

  return (
    <CourseScreen
      course={course}
      texts={catalogue[course.id]}
      progress={progress}
      progressState={progressState}
      savedPositions={savedPositions}
      downloaded={new Set(downloadedIds)}
      takeAlong={
        <TakeCourseAlong services={services} customer={user.userID} locale={locale.code} course={course} />
      }
    >
      <CertificateCard
        certificate={certificate}
        name={formatFullName(user)}
        to={`${t(course.slug)}/certificate`}
        share={
          state.kind === 'issued' && (
            <ShareCertificate
              document={state.document}
              loadTexts={createLoadCertificateTexts(offline, state.document.locale)}
              origin={location.origin}
              track={track}
            />
          )
        }
      />
    </CourseScreen>
  )
}
