import { expect } from '@playwright/test'
import { basename } from 'node:path'
import { enginePrograms } from '../../scripts/programs/engine-programs.ts'
import { createRandomFile } from '../device/large-file.ts'
import { registerCoach } from '../people/registered-coach.ts'
import {
  listCompletedKeys,
  clearPassedRequests,
  sentAgainWarning,
  setStoreFaults,
} from '../system/store-faults.ts'
import { closeByBack } from './close-by-back.ts'
import { test } from './engine-test.ts'
import { engines } from './engines.ts'
import { createSteps } from './steps.ts'
import * as words from './words.ts'

/** Too slow for an upload to finish before `setStoreFaults({})`. */
const slow = { bytesPerSecond: 256 * 1024 }

/** Plays the film of the visible module. Resolves with true once playback moves. */
const playing = `(async () => {
  const video = document.querySelector('video')
  video.muted = true
  await video.play()
  return video.currentTime > 0 || new Promise((resolve) => {
    video.addEventListener('timeupdate', () => resolve(true), { once: true })
  })
})()`

// Longer than 20 s: each journey starts its own browser, and WebKitGTK and Firefox draw in software.
for (const engine of engines) {
  test.describe(engine.name, () => {
    const missing = enginePrograms[engine.name].findMissing()
    test.skip(missing !== undefined, missing)
    test.use({ engine, expectedInConsole: sentAgainWarning })

    test('a coach of the loyalty provider signs in, answers a survey and signs out', async ({
      started: { page },
    }) => {
      const coach = createSteps(page, 'en-US')
      const { t } = coach
      await coach.signIn(await registerCoach('en-US'))
      await test.step('Back closes the outbox and stays on the page', async () => {
        const outbox = words.inDialog(words.heading(t('outbox.title')))
        await page.click(words.linkWith(t('sync.openOutbox')))
        await page.see(outbox)
        await page.back()
        await expect.poll(() => page.read(`document.querySelector('dialog[open]') === null`)).toBe(true)
        await page.see(words.heading(t('courses.title')))
      })
      await coach.openModule('training-1')
      await coach.chooseAnswers()
      await coach.saveAnswers()
      await coach.see('survey.delivered')
      await coach.signOut()
    })

    test('a coach of a user pool answers offline, in a page that was left, and keeps a module', async ({
      started: { page },
      relay,
    }) => {
      const coach = createSteps(page, 'pt-BR')
      const { t } = coach
      await coach.signIn(await registerCoach('pt-BR'))

      await test.step('answers chosen before leaving the page are saved after coming back', async () => {
        await coach.openModule('training-1')
        await coach.chooseAnswers()
        await coach.see('survey.draftKept')
        await page.read(`addEventListener('pageshow', (event) => { window.cameBack = event.persisted })`)
        // A full load of another page of the site in the same tab. The browser caches this page.
        await coach.openFiles()
        await page.back()
        await page.see(words.button(t('survey.submit')))
        const isFromCache = (await page.read('window.cameBack')) === true
        expect([isFromCache, 'sometimes']).toContain(engine.cachesPages)
        await coach.saveAnswers()
        await coach.see('survey.delivered')
      })

      await test.step('keep a module, and play it offline', async () => {
        await coach.openModule('training-2')
        const [keep = ''] = t('offline.keepSized', { size: '' }).split(' (')
        await page.click(words.buttonThatBegins(keep))
        const [kept = ''] = t('offline.kept', { size: '' }).split(' ·')
        await page.see(words.textBeginning(kept))
        await coach.waitUntilReadyForOffline()
        relay.cut(true)
        await coach.openModule('training-2')
        await page.see(words.textBeginning(kept))
        await expect.poll(() => page.read(playing).catch(() => false)).toBe(true)
      })

      await test.step('offline answers are saved, and arrive when the connection returns', async () => {
        await coach.chooseAnswers()
        await coach.saveAnswers()
        await coach.see('survey.saved')
        relay.cut(false)
        await coach.see('survey.delivered')
      })
      await coach.signOut()
    })

    test('a coach downloads a course, the device reports when it is ready, and the last film plays offline', async ({
      started: { page },
      relay,
    }) => {
      const coach = createSteps(page, 'es-AR')
      const { t } = coach
      await coach.signIn(await registerCoach('es-AR'))
      await coach.goto(t('footballCourseSlug'))
      await page.see(words.heading(t('takeAlong.title')))
      const [take = ''] = t('takeAlong.startSized', { size: '' }).split(' (')
      await page.click(words.buttonThatBegins(take))
      await page.see(words.exactText('Los 5 videos están en este dispositivo.'))
      await coach.waitUntilReadyForOffline()
      relay.cut(true)
      await coach.goto(t('footballCourseSlug'))
      await page.see(words.exactText('Los 5 videos están en este dispositivo.'))
      await page.click('//summary')
      for (const check of ['films', 'texts', 'clock', 'stuck']) await coach.see(`takeAlong.${check}.ok`)
      await coach.goto(`${t('footballCourseSlug')}/football-5`)
      await page.see('//video')
      await expect.poll(() => page.read(playing).catch(() => false)).toBe(true)
      relay.cut(false)
      await coach.signOut()
    })

    test('an upload continues after its page is left, shown again and reloaded', async ({
      started: { page },
    }) => {
      const path = await createRandomFile('treino.mp4', 40)
      const name = basename(path)
      const coach = createSteps(page, 'pt-BR')
      /** Without a copy, the app asks for the same file again. */
      const resume = async () => {
        if (!engine.copiesFiles) {
          await coach.seeInRow(name, 'files.reason.fileRestart')
          await page.give(words.fileField(coach.t('files.button.chooseAgain')), path)
        }
        await coach.seeInRow(name, 'files.state.sending')
      }
      await coach.signIn(await registerCoach('pt-BR'))
      await coach.openFiles()
      await clearPassedRequests()
      await setStoreFaults(slow)
      await page.give(words.fileField(coach.t('files.choose')), path)
      await coach.seeInRow(name, 'files.state.sending')
      // The app does not copy a file that looks almost sent, so the line stops meanwhile.
      await setStoreFaults({ down: true })
      await coach.seeInRow(name, engine.copiesFiles ? 'files.keeping.kept' : 'files.keeping.notKept')
      await setStoreFaults(slow)

      await coach.openModule('training-3')
      await page.back()
      await page.see(words.heading(coach.t('files.title')))
      await resume()
      await page.reload()
      await resume()
      await setStoreFaults({})
      await coach.seeInRow(name, 'files.state.completed')
      expect((await listCompletedKeys()).filter((key) => key.endsWith(name))).toHaveLength(1)
      await test.step('Back closes everything open over the page, and leaves nothing of it in the history', () =>
        closeByBack(page, coach))
      await coach.signOut()
    })
  })
}
