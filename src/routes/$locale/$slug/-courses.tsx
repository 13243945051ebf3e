import type { Services } from '../../../app/services.ts'
import { CoursesScreen, type CoursesScreenProps } from '../../../features/courses/courses-screen.tsx'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { useProgress } from '../../../features/courses/use-progress.ts'
import type { SignedInUser } from '../../-guards.ts'

/** The home of courses for a signed-in coach. */
export const CoursesRoute = ({
  services,
  user,
  texts,
}: {
  services: Services
  user: SignedInUser
  texts: CoursesScreenProps['texts']
}) => {
  const { progress, unknown } = useProgress({ ...services.session, ...services.outbox }, user.userID)
  return (
    <CoursesScreen firstName={user.firstName} texts={texts} progress={progress} progressUnknown={unknown}>
      <InstallOffer install={services.device.install} />
    </CoursesScreen>
  )
}
