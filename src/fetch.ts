import { astro } from 'astro/hono';
import { Hono } from 'hono';
import { api } from '#api/app.ts';
export default new Hono().route('/api', api).use(astro());
