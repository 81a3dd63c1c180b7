/*
 * Runs the kernel of kernel.cl on the first device for all queries of queries.bin, and writes what it finds to
 * answers.bin. The argument is what the kernel is built with, such as its version and the folders of its files.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: status %d\n", what, (int)status);
        exit(1);
    }
}

static void build(cl_program program, cl_device_id device, const char *options)
{
    static char log[1 << 16];
    cl_int status = clBuildProgram(program, 1, &device, options, NULL, NULL);

    if (status != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fputs(log, stderr);
    }
    check(status, "clBuildProgram");
}

static unsigned char *contents(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    unsigned char *bytes = malloc(1 << 26);

    if (file == NULL || bytes == NULL) {
        perror(name);
        exit(1);
    }
    *size = fread(bytes, 1, 1 << 26, file);
    fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    const char *source = "#include \"kernel.cl\"\n";
    size_t size;
    unsigned char *queries = contents("queries.bin", &size);
    size_t count = size / (2 * sizeof(cl_ulong));
    cl_ulong *answers = malloc(count * sizeof *answers);
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    FILE *file;

    if (argc != 2 || answers == NULL) {
        return 2;
    }
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    build(program, device, argv[1]);
    cl_kernel kernel = clCreateKernel(program, "look_up", &status);
    check(status, "clCreateKernel");
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size, queries, &status);
    check(status, "clCreateBuffer");
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, count * sizeof *answers, NULL, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    status = clEnqueueReadBuffer(queue, out, CL_TRUE, 0, count * sizeof *answers, answers, 0, NULL, NULL);
    check(status, "clEnqueueReadBuffer");
    file = fopen("answers.bin", "wb");
    if (file == NULL || fwrite(answers, sizeof *answers, count, file) != count || fclose(file) != 0) {
        perror("answers.bin");
        return 1;
    }
    return 0;
}
