import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { reportPage } from '#api/services/import/report/report-page.ts';
import { hostileRows } from '#tests/cli/import/hostile-rows.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { csvFile, emptyShop, importFiles, temporaryFolder } from '#tests/support/cli/run-command.ts';

const browser = await useBrowser();

test('the report of a hostile file runs and loads nothing, and fits a phone and a desktop', async () => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [csvFile(hostileRows)], { skipBad: true });
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, reportPage(summary, new Date()));
  for (const viewport of [phone, desktop]) {
    const page = await browser.newPage({ viewport, bypassCSP: true });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(requests).toEqual([pathToFileURL(file).href]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.getByText('</td></table><script>window.hacked = 1</script>').first().isVisible()).toBe(true);
    expect(await axeViolations(page, `report at ${viewport.width}`)).toEqual([]);
    await page.close();
  }
});
