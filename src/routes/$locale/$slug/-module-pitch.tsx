import type { ComponentProps } from 'react'
import type { Services } from '../../../app/services/services.ts'
import { PitchScreen } from '../../../features/lesson/pitch-screen.tsx'
import { useStore } from '../../../lib/use-store.ts'

/** The drill of a module in pitch mode, on a screen that stays on. */
export const ModulePitch = ({
  services: {
    device: { keepAwake, theme },
  },
  ...drill
}: { services: Services } & Omit<ComponentProps<typeof PitchScreen>, 'theme' | 'keepAwake'>) => {
  const chosenTheme = useStore(theme, theme.chosen)
  return (
    <PitchScreen {...drill} theme={{ chosen: chosenTheme, onChoose: theme.choose }} keepAwake={keepAwake} />
  )
}
