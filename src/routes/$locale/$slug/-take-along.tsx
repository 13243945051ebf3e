import type { Services } from '../../../app/services/services.ts'
import type { Course } from '../../../config/courses.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { ReadyForPitch } from '../../../features/offline/ready-for-pitch.tsx'
import { TakeAlong, useCourseDownload } from '../../../features/offline/take-along.tsx'
import { usePitchFacts, useStuck } from '../../../features/offline/use-pitch-facts.ts'
import { useOffline } from '../../-use-offline.ts'

type Props = { services: Services; customer: string; locale: LocaleCode; course: Course }

/** Downloads the films of a course, and checks what else the coach needs without a connection. */
export const TakeCourseAlong = ({ services, customer, locale, course }: Props) => {
  const { session, offline: local, device } = services
  const offline = useOffline(services)
  const { download, size, start, pause } = useCourseDownload(local.modules, course, locale)
  const stuck = useStuck(services.outbox.outbox, services.uploads.client, customer)
  const { facts, fixes } = usePitchFacts(
    { offline: local, session, storage: device.storage },
    customer,
    locale,
    download.begun,
  )

  if (download.films.length === 0) return null
  return (
    <TakeAlong
      {...{ download, size, offline }}
      onDownload={() => {
        void services.outbox.track('course_taken_along', { course: course.id })
        void start()
      }}
      onPause={() => void pause()}
    >
      {facts && (
        <ReadyForPitch
          {...{ download, facts, stuck, offline }}
          now={device.now().getTime()}
          fixes={{ ...fixes, films: async () => start().then(() => true) }}
        />
      )}
    </TakeAlong>
  )
}
