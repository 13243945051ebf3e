import type { Services } from '../app/services.ts'
import { CoursesScreen, type CoursesScreenProps } from '../features/courses/courses-screen.tsx'
import { InstallOfferRoute } from './-install-route.tsx'
import { useProgress } from './-progress.ts'
import type { SignedInUser } from './-require-sign-in.ts'

/** The home of courses for a signed-in coach. */
export const CoursesRoute = ({
  services,
  user,
  words,
}: {
  services: Services
  user: SignedInUser
  words: CoursesScreenProps['words']
}) => {
  const { progress, unknown } = useProgress(services, user.userID)
  return (
    <CoursesScreen firstName={user.firstName} words={words} progress={progress} progressUnknown={unknown}>
      <InstallOfferRoute services={services} />
    </CoursesScreen>
  )
}
