import { createFileRoute } from '@tanstack/react-router'
import { drillFilterSchema } from '../../../features/drills/drill-filter.ts'
import { DrillsScreen } from '../../../features/drills/drills-screen.tsx'
import { createFavourites, useFavourites } from '../../../learning/favourites.ts'
import { loadDrills } from '../-load-drills.ts'

export const Route = createFileRoute('/$locale/_signed-in/drills')({
  // The filter is in the URL, so that Back from a drill shows the same list.
  validateSearch: drillFilterSchema,
  loader: async ({ context: { services, locale, user } }) => {
    const favourites = createFavourites(services.device.drafts, user.userID)
    const [drills, initialFavourites = []] = await Promise.all([
      loadDrills(services, locale.code),
      favourites.read(),
    ])
    return { customer: user.userID, drills, favourites, initialFavourites }
  },
  // A cached list would not have the favourites that were marked after it was loaded.
  gcTime: 0,
  shouldReload: false,
  component: DrillsRoute,
})

function DrillsRoute() {
  const { customer, ...loaded } = Route.useLoaderData()
  return <Drills key={customer} {...loaded} />
}

type DrillsProps = Omit<ReturnType<typeof Route.useLoaderData>, 'customer'>

/** The list of drills of one customer, with a filter in the URL and favourites on this device. */
const Drills = ({ drills, favourites, initialFavourites }: DrillsProps) => {
  const navigate = Route.useNavigate()
  const { ids, mark } = useFavourites(favourites, initialFavourites)
  return (
    <DrillsScreen
      drills={drills}
      filter={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
      favourites={ids}
      onFavourite={mark}
    />
  )
}
