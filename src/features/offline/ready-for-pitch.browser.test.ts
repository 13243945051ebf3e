import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import type { CourseDownload } from '../../offline/course-download.ts'
import { show } from '../../ui/testing/show.tsx'
import { ReadyForPitch } from './ready-for-pitch.tsx'
import { DownloadCourse } from './download-course.tsx'

type Props = ComponentProps<typeof ReadyForPitch>

const t = translateIn('es-MX')
const now = Date.parse('2026-11-26T12:00:00Z')
const month = 30 * 86_400_000
const nothing = { app: 0, texts: 0, pictures: 0 }

/** A course of six films, of which `left` are not downloaded. */
const createCourseDownload = ({ left }: { left: number }): CourseDownload => {
  const films = Array.from({ length: 6 }, (_, index) => `training-${index + 1}`)
  return {
    playableModuleIds: films,
    remainingModuleIds: films.slice(6 - left),
    progress: (6 - left) / 6,
    hasStarted: true,
    isRunning: false,
  }
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The check of a device that has everything, except for the given props. */
const open = (given: Partial<Props>) => {
  const helps = async () => true
  const facts = { missing: nothing, sessionEndsAt: now + month, persisted: true, clockOffsetMs: 0 }
  const props = {
    download: createCourseDownload({ left: 0 }),
    facts,
    stuck: { entries: 0, files: 0 },
    now,
    offline: false,
    fixes: { films: helps, app: helps, texts: helps, session: helps, storage: helps },
    ...given,
  }
  screen = show('es-MX', createElement(ReadyForPitch, props))
  for (const fold of screen.place.querySelectorAll('details')) fold.open = true
}
const button = (id: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(id) })
const missesStorage = { missing: nothing, sessionEndsAt: now + month, persisted: false, clockOffsetMs: 0 }

test('says that all is ready on a device with everything', async () => {
  open({})
  await expect.element(page.getByText('Todo listo para la cancha')).toBeVisible()
  expect(page.getByRole('button').all()).toEqual([])
})

test('asks a browser without persistent storage for it, and reports a refusal', async () => {
  const storage = vi.fn(async () => false)
  const helps = async () => true
  open({ facts: missesStorage, fixes: { films: helps, app: helps, texts: helps, session: helps, storage } })
  await expect.element(page.getByText('Para ir a la cancha falta 1 cosa')).toBeVisible()
  await button('storage.askPersistent').click()
  await expect.element(page.getByRole('alert').getByText(t('storage.persistRefused'))).toBeVisible()
  expect(storage).toHaveBeenCalledOnce()
})

test('downloads a missing film on request, when online', async () => {
  const films = vi.fn(async () => true)
  const helps = async () => true
  open({
    download: createCourseDownload({ left: 1 }),
    fixes: { films, app: helps, texts: helps, session: helps, storage: helps },
  })
  await expect.element(page.getByText('Falta 1 video en este dispositivo.')).toBeVisible()
  await button('takeAlong.get').click()
  await expect.poll(() => films.mock.calls.length).toBe(1)
})

test('offers a fix again after it failed with an error', async () => {
  const films = async () => Promise.reject(new Error('The database is closed'))
  const helps = async () => true
  open({
    download: createCourseDownload({ left: 1 }),
    fixes: { films, app: helps, texts: helps, session: helps, storage: helps },
  })
  await button('takeAlong.get').click()
  await expect.element(page.getByRole('alert').getByText(t('takeAlong.failed'))).toBeVisible()
  await expect.element(button('takeAlong.get')).not.toHaveAttribute('aria-disabled', 'true')
})

test('counts and downloads missing app files on request; missing pictures are mentioned but do not count', async () => {
  const facts = (missing: typeof nothing) => ({
    missing,
    sessionEndsAt: now + month,
    persisted: true,
    clockOffsetMs: 0,
  })
  const app = vi.fn(async () => true)
  const helps = async () => true
  const fixes = { films: helps, app, texts: helps, session: helps, storage: helps }
  open({ facts: facts({ app: 2, texts: 0, pictures: 0 }), fixes })
  await expect.element(page.getByText('Para ir a la cancha falta 1 cosa')).toBeVisible()
  await expect
    .element(page.getByText('La app todavía no abre sin conexión: faltan 2 archivos.'))
    .toBeVisible()
  await button('takeAlong.get').click()
  await expect.poll(() => app.mock.calls.length).toBe(1)
  screen?.remove()
  open({ facts: facts({ app: 0, texts: 0, pictures: 1 }) })
  await expect.element(page.getByText('Todo listo para la cancha')).toBeVisible()
  await expect.element(page.getByText('Todavía falta 1 imagen', { exact: false })).toBeVisible()
})

test('is not ready when the app cannot open offline', async () => {
  open({ facts: { sessionEndsAt: now + month, persisted: true, clockOffsetMs: 0 } })
  await expect.element(page.getByText('La app todavía no abre sin conexión.')).toBeVisible()
  await expect.element(page.getByText('Para ir a la cancha faltan 2 cosas')).toBeVisible()
})

test('offline, says when a download is possible, and still offers persistent storage', async () => {
  open({ download: createCourseDownload({ left: 1 }), facts: missesStorage, offline: true })
  await expect.element(page.getByText('Para ir a la cancha faltan 2 cosas')).toBeVisible()
  await expect.element(page.getByText(t('takeAlong.whenOnline'))).toBeVisible()
  expect(button('takeAlong.get').query()).toBeNull()
  await expect.element(button('storage.askPersistent')).toBeVisible()
})

test('links stuck entries and files to where they wait', async () => {
  open({ stuck: { entries: 1, files: 2 } })
  for (const [id, to] of [
    ['storage.toOutbox', 'outbox'],
    ['storage.toFiles', 'files'],
  ] as const)
    await expect.element(page.getByRole('link', { name: t(id) })).toHaveAttribute('href', `/es-MX/${to}`)
})

test('says offline that a course’s film is missing, and offers no download for a complete course', async () => {
  const takeAlong = (left: number, offline: boolean) => {
    screen?.remove()
    const rest = { size: 9_000_000, onDownload: () => undefined, onPause: () => undefined }
    const props = { download: createCourseDownload({ left }), offline, children: null, ...rest }
    screen = show('es-MX', createElement(DownloadCourse, props))
  }
  takeAlong(1, true)
  await expect.element(page.getByText(t('takeAlong.needsConnection'))).toBeVisible()
  takeAlong(1, false)
  await expect.element(page.getByRole('button', { name: t('takeAlong.rest', { count: 1 }) })).toBeVisible()
  takeAlong(0, false)
  await expect.element(page.getByText('Los 6 videos están en este dispositivo.')).toBeVisible()
  expect(page.getByRole('button').all()).toEqual([])
})
